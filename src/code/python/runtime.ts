import type { Switches } from '../switches.ts';

/** What the switches in a module of Python call. */
export function pythonRuntime(switches: Switches): string {
  return [modes, endings, effects, recording, alterations].map((part) => part(switches)).join('');
}

function modes({ name, variable, files }: Switches): string {
  return `
import os as ${name}_os, sys as ${name}_sys
${name}_set = ${name}_os.environ.get('${variable}', '').split(':')
${name}_count = [0, 0]
${name}_files = (${files.map((file) => `${JSON.stringify(file)}, `).join('')})
${name}_open, ${name}_write, ${name}_close = ${name}_os.open, ${name}_os.write, ${name}_os.close
def ${name}_mode(number):
    return ${name}_set[1] if ${name}_set[0] == str(number) or ${name}_set[1:2] == ['record'] else None
def ${name}_enter(number, given, self=None, fields=()):
    mode = ${name}_mode(number)
    if mode is not None and ${name}_is_other(given):
        entered = ${name}_Given(given)
        entered.other = True
        return entered
    if mode == 'able':
        ${name}_os._exit(79)
    if mode == 'empty':
        return None
    if mode not in ('record', 'effect', 'acted', 'message', 'kind') or not ${name}_crosses():
        return ${name}_Given(given)
    entered = ${name}_Given(given)
    if mode in ('effect', 'acted'):
        entered = ${name}_watch(entered, self, fields, mode)
    entered.mode, entered.number = mode, number
    if mode == 'record':
        entered.shown = ${name}_show(tuple(entered))
        ${name}_line(number, entered.shown)
    return entered
def ${name}_result(number, value, given, whole=False):
    mode = ${name}_mode(number)
    if mode in (None, 'empty', 'none', 'effect', 'acted', 'message', 'kind'):
        return value
    if ${name}_is_other(given) if whole else given.other:
        return value
    if mode == 'anywhere':
        return ${name}_alter(value, mode)
    if mode == 'record' and not whole:
        return ${name}_answer(number, value, given) if given.mode else value
    if mode != 'able' and not ${name}_crosses():
        return value
    if mode == 'record':
        ${name}_line(number, ${name}_show(given))
        ${name}_line(number, ${name}_show(given), ${name}_show(value))
        return value
    if mode == 'something':
        return 79 if value is None else value
    if mode == 'vary':
        ${name}_count[0] += 1
        how = (None, 'near', 'far')[${name}_count[0] % 3]
        return value if how is None else ${name}_alter(value, how)
    return ${name}_stop(value) if mode in ('data', 'able') else ${name}_alter(value, mode)
def ${name}_is_other(given):
    if len(${name}_set) < 3:
        return False
    code = 0
    for letter in ${name}_show(given):
        code = (code * 31 + ord(letter)) % 1000003
    return str(code) != ${name}_set[2]
def ${name}_stop(value):
    import collections.abc, inspect
    if isinstance(value, collections.abc.Iterator):
        return (${name}_stop(inner) for inner in value)
    if inspect.isawaitable(value):
        async def later():
            return ${name}_stop(await value)
        return later()
    if ${name}_alter(value, 'near') is not value:
        ${name}_os._exit(79)
    return value
def ${name}_crosses():
    frame = ${name}_sys._getframe(3) if ${name}_sys._getframe(2).f_back is not None else None
    return frame is None or not frame.f_code.co_filename.endswith(${name}_files)
`;
}

/** What a function is given, and what is done where it ends. */
function endings({ name }: Switches): string {
  return `
class ${name}_Given(tuple):
    mode = number = shown = other = None
    own = others = ()
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        if self.mode in ('effect', 'acted'):
            ${name}_leave(self)
        elif self.mode == 'record':
            if isinstance(error, Exception):
                ending = 'the error ' + ${name}_show(error) if ${name}_is_own(trace) else 'an error'
                ${name}_line(self.number, self.shown, ending)
            if any(${name}_parts(one) is not None for one in self):
                ${name}_line(self.number, self.shown, '', ${name}_show(tuple(self)))
        elif self.mode is not None and isinstance(error, Exception) and ${name}_is_own(trace):
            if self.mode == 'kind':
                raise (RuntimeError if type(error) is Exception else Exception)(*error.args)
            ${name}_reword(error)
        return False
def ${name}_is_own(trace):
    import dis
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return code.co_filename.endswith(${name}_files) and dis.opname[code.co_code[trace.tb_lasti]] == 'RAISE_VARARGS'
def ${name}_reword(error):
    error.args = tuple(${name}_alter(one, 'near') for one in error.args) or ('~',)
    for name, held in list(vars(error).items()):
        if isinstance(held, (str, int, float)):
            try:
                setattr(error, name, ${name}_alter(held, 'near'))
            except Exception:
                pass
`;
}

/** What a function passes to those it was given, and what it changed in what it was given or in its own object. */
function effects({ name }: Switches): string {
  return `
def ${name}_watch(given, self, fields, mode):
    told = lambda one: ${name}_Told(one, mode) if callable(one) and not isinstance(one, type) else one
    watched = ${name}_Given(told(one) for one in given)
    watched.own = [(self, field, *${name}_peek(lambda: getattr(self, field))) for field in fields]
    watched.others = [(one, ${name}_parts(one)) for one in given]
    return watched
class ${name}_Told:
    def __init__(self, told, mode):
        self.__dict__.update(${name}_told=told, ${name}_how=mode)
    def __call__(self, *given, **named):
        told, mode = self.${name}_told, self.${name}_how
        return told(*(${name}_other(one, mode) for one in given), **{key: ${name}_other(one, mode) for key, one in named.items()})
    def __getattr__(self, name):
        return getattr(self.__dict__['${name}_told'], name)
def ${name}_other(value, mode):
    import inspect
    if inspect.isawaitable(value) or inspect.isgenerator(value):
        return value
    altered = ${name}_alter(value, 'near')
    if altered is not value and mode == 'acted':
        ${name}_os._exit(79)
    return altered
def ${name}_peek(read):
    try:
        held = read()
        return held, ${name}_parts(held)
    except Exception:
        return ${name}_peek, None
def ${name}_parts(held):
    import collections
    if isinstance(held, (list, collections.deque)):
        return dict(enumerate(held))
    if isinstance(held, dict):
        return dict(held)
    return {one: one for one in held} if isinstance(held, set) else None
def ${name}_differs(one, other):
    try:
        return one is not other and not one == other
    except Exception:
        return True
def ${name}_leave(given):
    for self, field, held, parts in given.own:
        now, _ = ${name}_peek(lambda: getattr(self, field))
        if now is ${name}_peek:
            continue
        if now is held:
            ${name}_change(held, parts, given.mode, True)
        elif ${name}_differs(now, held):
            altered = ${name}_other(now, given.mode)
            setattr(self, field, altered + altered[-1:] if isinstance(altered, list) else altered)
    for held, parts in given.others:
        ${name}_change(held, parts, given.mode, False)
def ${name}_change(held, before, mode, own):
    if before is None:
        return
    now = ${name}_parts(held)
    changed = [key for key, one in now.items() if key not in before or ${name}_differs(before[key], one)]
    if not changed and len(now) >= len(before):
        return
    if mode == 'acted':
        ${name}_os._exit(79)
    same = True
    for key in changed:
        altered = ${name}_alter(now[key], 'near')
        if altered is now[key]:
            continue
        same = False
        if isinstance(held, set):
            held.discard(key)
            held.add(altered)
        else:
            held[key] = altered
    if own or same:
        ${name}_lengthen(held)
def ${name}_lengthen(held):
    if isinstance(held, dict):
        held['~'] = 0
    elif isinstance(held, set):
        held.add('~')
    else:
        held.append(held[-1] if held else 0)
`;
}

function recording({ name, recording: variable }: Switches): string {
  return `
def ${name}_answer(number, value, given):
    ${name}_line(number, given.shown, ${name}_show(value))
    return value
def ${name}_line(number, *shown):
    file = ${name}_os.environ.get('${variable}')
    ${name}_count[1] += 1
    if file is None or ${name}_count[1] > 10000:
        return
    out = ${name}_open(file, ${name}_os.O_WRONLY | ${name}_os.O_APPEND | ${name}_os.O_CREAT)
    ${name}_write(out, ('\\t'.join([str(number), *shown]) + '\\n').encode('utf-8', 'replace'))
    ${name}_close(out)
def ${name}_show(value):
    import re
    def plain(inner, depth=0):
        if depth > 4:
            return '...'
        if isinstance(inner, dict):
            return '{' + ', '.join(plain(key, depth + 1) + ': ' + plain(one, depth + 1) for key, one in inner.items()) + '}'
        if isinstance(inner, (set, frozenset)):
            return '{' + ', '.join(sorted(plain(one, depth + 1) for one in inner)) + '}'
        if type(inner) in (list, tuple):
            return '[' + ', '.join(plain(one, depth + 1) for one in inner) + ']'
        if type(inner).__repr__ is object.__repr__ and hasattr(inner, '__dict__'):
            return type(inner).__name__ + plain(vars(inner), depth + 1)
        return re.sub(' at 0x[0-9a-f]+', '', repr(inner))
    try:
        return re.sub('[\\t\\r\\n]', ' ', plain(value))[:1000]
    except Exception:
        return '...'
`;
}

function alterations({ name }: Switches): string {
  return `
def ${name}_alter(value, how):
    import collections.abc, dataclasses, datetime, enum, inspect, numbers, pathlib
    same, below, longer, all = (how == one for one in ('same', 'below', 'length', 'anywhere'))
    far = how == 'far' or all
    again = lambda inner: ${name}_alter(inner, how)
    if how == 'form':
        if isinstance(value, str) and not isinstance(value, enum.Enum):
            return value.swapcase()
        if type(value) in (list, tuple, collections.deque) and len(value) > 1:
            return type(value)(reversed(value))
        if value is None or not isinstance(value, (list, tuple, dict)) and not dataclasses.is_dataclass(value):
            return value
        if not value or isinstance(value, type):
            return value
    if value is None or isinstance(value, enum.Enum):
        others = [] if value is None or longer else [other for other in type(value) if other is not value]
        return others[0] if others else value
    if isinstance(value, bool):
        return value if longer else True if same else not value
    if isinstance(value, numbers.Number):
        if longer:
            return value
        try:
            if same:
                return type(value)(79)
            step = max(1, abs(value) // 100)
            moved = (abs(value) + 7) * -1009 if far else value - step if below else value + step
            other = moved if moved != value else value / 2
            return other if other == other and other != value else type(value)(0)
        except Exception:
            return 0
    if isinstance(value, str):
        if same:
            return 'same'
        turned = ''.join({'z': 'a', 'Z': 'A', '9': '0'}.get(one, chr(ord(one) + 1)) if one.isascii() and one.isalnum() else one for one in value)
        return ' ' + value if below else (turned if all else value) + '~' if far or longer or turned == value else turned
    if isinstance(value, (bytes, bytearray)):
        turned = type(value)((one + 1) % 256 for one in value)
        return type(value)(b'same') if same else b'~' + value if below else value + b'~' if far or longer or not value else turned
    if isinstance(value, pathlib.PurePath):
        return value if longer else value.with_name('same') if same else value.with_name(again(value.name) or '~')
    if isinstance(value, (datetime.date, datetime.timedelta)):
        return value if longer else value + datetime.timedelta(days=800 if far else -1 if below else 1)
    if isinstance(value, datetime.time):
        return value if longer else value.replace(minute=(value.minute + (59 if below else 1)) % 60)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return ${name}_fields(value, [field.name for field in dataclasses.fields(value) if field.init], dataclasses.replace, how)
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return ${name}_fields(value, value._fields, lambda one, **fields: one._replace(**fields), how)
    if type(value) in (set, frozenset):
        members = type(value)([*value, '~'] if longer else ${name}_list(list(value), how))
        return members if members != value else type(value)(list(value)[1:])
    if type(value) in (list, tuple, collections.deque):
        return type(value)(${name}_list(list(value), how))
    if isinstance(value, dict):
        if longer or not value:
            return {**value, '~': 0}
        altered = {key: again(held) for key, held in value.items()}
        if all:
            return {**altered, '~': 0}
        return altered if any(altered[key] is not held for key, held in value.items()) else dict(list(value.items())[:-1])
    if isinstance(value, collections.abc.Iterator):
        return ${name}_more(value) if longer else (again(inner) for inner in value)
    if inspect.isawaitable(value):
        async def later():
            return again(await value)
        return later()
    return value
def ${name}_more(values):
    last = 0
    for last in values:
        yield last
    yield last
def ${name}_fields(value, names, replace, how):
    altered = {one: ${name}_alter(getattr(value, one), how) for one in names}
    changed = {one: new for one, new in altered.items() if new is not getattr(value, one)}
    return replace(value, **changed) if changed else value
def ${name}_list(values, how):
    if how == 'length' or not values:
        return values + (values[-1:] or [0])
    altered = [${name}_alter(inner, how) for inner in values]
    if how == 'anywhere':
        return altered + values
    if any(new is not old for new, old in zip(altered, values)):
        return altered
    return values + values if how == 'far' else values[:-1]
`;
}
