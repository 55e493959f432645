import os as SWITCH_os, sys as SWITCH_sys
SWITCH_set = SWITCH_os.environ.get('SWITCH_VARIABLE', '').split(':')
SWITCH_count = [0, 0]
SWITCH_files = ("SWITCH_FILES", )
SWITCH_open, SWITCH_write, SWITCH_close = SWITCH_os.open, SWITCH_os.write, SWITCH_os.close
def SWITCH_mode(number):
    return SWITCH_set[1] if SWITCH_set[0] == str(number) or SWITCH_set[1:2] == ['record'] else None
def SWITCH_enter(number, given, self=None, fields=()):
    mode = SWITCH_mode(number)
    if mode is not None and SWITCH_is_other(given):
        entered = SWITCH_Given(given)
        entered.other = True
        return entered
    if mode == 'able':
        SWITCH_os._exit(79)
    if mode == 'empty':
        return None
    if mode not in ('record', 'effect', 'acted', 'message', 'kind') or not SWITCH_crosses():
        return SWITCH_Given(given)
    entered = SWITCH_Given(given)
    if mode in ('effect', 'acted'):
        entered = SWITCH_watch(entered, self, fields, mode)
    entered.mode, entered.number = mode, number
    if mode == 'record':
        entered.shown = SWITCH_show(tuple(entered))
        SWITCH_line(number, entered.shown)
    return entered
def SWITCH_result(number, value, given, whole=False):
    mode = SWITCH_mode(number)
    if mode in (None, 'empty', 'none', 'effect', 'acted', 'message', 'kind'):
        return value
    if SWITCH_is_other(given) if whole else given.other:
        return value
    if mode == 'anywhere':
        return SWITCH_alter(value, mode)
    if mode == 'record' and not whole:
        return SWITCH_answer(number, value, given) if given.mode else value
    if mode != 'able' and not SWITCH_crosses():
        return value
    if mode == 'record':
        SWITCH_line(number, SWITCH_show(given))
        SWITCH_line(number, SWITCH_show(given), SWITCH_show(value))
        return value
    if mode == 'something':
        return 79 if value is None else value
    if mode == 'vary':
        SWITCH_count[0] += 1
        how = (None, 'near', 'far')[SWITCH_count[0] % 3]
        return value if how is None else SWITCH_alter(value, how)
    return SWITCH_stop(value) if mode in ('data', 'able') else SWITCH_alter(value, mode)
def SWITCH_is_other(given):
    if len(SWITCH_set) < 3:
        return False
    code = 0
    for letter in SWITCH_show(given):
        code = (code * 31 + ord(letter)) % 1000003
    return str(code) != SWITCH_set[2]
def SWITCH_stop(value):
    import collections.abc, inspect
    if isinstance(value, collections.abc.Iterator):
        return (SWITCH_stop(inner) for inner in value)
    if inspect.isawaitable(value):
        async def later():
            return SWITCH_stop(await value)
        return later()
    if SWITCH_alter(value, 'near') is not value:
        SWITCH_os._exit(79)
    return value
def SWITCH_crosses():
    frame = SWITCH_sys._getframe(3) if SWITCH_sys._getframe(2).f_back is not None else None
    return frame is None or not frame.f_code.co_filename.endswith(SWITCH_files)

class SWITCH_Given(tuple):
    mode = number = shown = other = None
    own = others = ()
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        if self.mode in ('effect', 'acted'):
            SWITCH_leave(self)
        elif self.mode == 'record':
            if isinstance(error, Exception):
                ending = 'the error ' + SWITCH_show(error) if SWITCH_is_own(trace) else 'an error'
                SWITCH_line(self.number, self.shown, ending)
            if any(SWITCH_parts(one) is not None for one in self):
                SWITCH_line(self.number, self.shown, '', SWITCH_show(tuple(self)))
        elif self.mode is not None and isinstance(error, Exception) and SWITCH_is_own(trace):
            if self.mode == 'kind':
                raise (RuntimeError if type(error) is Exception else Exception)(*error.args)
            SWITCH_reword(error)
        return False
def SWITCH_is_own(trace):
    import dis
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return code.co_filename.endswith(SWITCH_files) and dis.opname[code.co_code[trace.tb_lasti]] == 'RAISE_VARARGS'
def SWITCH_reword(error):
    error.args = tuple(SWITCH_alter(one, 'near') for one in error.args) or ('~',)
    for name, held in list(vars(error).items()):
        if isinstance(held, (str, int, float)):
            try:
                setattr(error, name, SWITCH_alter(held, 'near'))
            except Exception:
                pass

def SWITCH_watch(given, self, fields, mode):
    told = lambda one: SWITCH_Told(one, mode) if callable(one) and not isinstance(one, type) else one
    watched = SWITCH_Given(told(one) for one in given)
    watched.own = [(self, field, *SWITCH_peek(lambda: getattr(self, field))) for field in fields]
    watched.others = [(one, SWITCH_parts(one)) for one in given]
    return watched
class SWITCH_Told:
    def __init__(self, told, mode):
        self.__dict__.update(SWITCH_told=told, SWITCH_how=mode)
    def __call__(self, *given, **named):
        told, mode = self.SWITCH_told, self.SWITCH_how
        return told(*(SWITCH_other(one, mode) for one in given), **{key: SWITCH_other(one, mode) for key, one in named.items()})
    def __getattr__(self, name):
        return getattr(self.__dict__['SWITCH_told'], name)
def SWITCH_other(value, mode):
    import inspect
    if inspect.isawaitable(value) or inspect.isgenerator(value):
        return value
    altered = SWITCH_alter(value, 'near')
    if altered is not value and mode == 'acted':
        SWITCH_os._exit(79)
    return altered
def SWITCH_peek(read):
    try:
        held = read()
        return held, SWITCH_parts(held)
    except Exception:
        return SWITCH_peek, None
def SWITCH_parts(held):
    import collections
    if isinstance(held, (list, collections.deque)):
        return dict(enumerate(held))
    if isinstance(held, dict):
        return dict(held)
    return {one: one for one in held} if isinstance(held, set) else None
def SWITCH_differs(one, other):
    try:
        return one is not other and not one == other
    except Exception:
        return True
def SWITCH_leave(given):
    for self, field, held, parts in given.own:
        now, _ = SWITCH_peek(lambda: getattr(self, field))
        if now is SWITCH_peek:
            continue
        if now is held:
            SWITCH_change(held, parts, given.mode, True)
        elif SWITCH_differs(now, held):
            altered = SWITCH_other(now, given.mode)
            setattr(self, field, altered + altered[-1:] if isinstance(altered, list) else altered)
    for held, parts in given.others:
        SWITCH_change(held, parts, given.mode, False)
def SWITCH_change(held, before, mode, own):
    if before is None:
        return
    now = SWITCH_parts(held)
    changed = [key for key, one in now.items() if key not in before or SWITCH_differs(before[key], one)]
    if not changed and len(now) >= len(before):
        return
    if mode == 'acted':
        SWITCH_os._exit(79)
    same = True
    for key in changed:
        altered = SWITCH_alter(now[key], 'near')
        if altered is now[key]:
            continue
        same = False
        if isinstance(held, set):
            held.discard(key)
            held.add(altered)
        else:
            held[key] = altered
    if own or same:
        SWITCH_lengthen(held)
def SWITCH_lengthen(held):
    if isinstance(held, dict):
        held['~'] = 0
    elif isinstance(held, set):
        held.add('~')
    else:
        held.append(held[-1] if held else 0)

def SWITCH_answer(number, value, given):
    SWITCH_line(number, given.shown, SWITCH_show(value))
    return value
def SWITCH_line(number, *shown):
    file = SWITCH_os.environ.get('SWITCH_RECORDING')
    SWITCH_count[1] += 1
    if file is None or SWITCH_count[1] > 10000:
        return
    out = SWITCH_open(file, SWITCH_os.O_WRONLY | SWITCH_os.O_APPEND | SWITCH_os.O_CREAT)
    SWITCH_write(out, ('\t'.join([str(number), *shown]) + '\n').encode('utf-8', 'replace'))
    SWITCH_close(out)
def SWITCH_show(value):
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
        return re.sub('[\t\r\n]', ' ', plain(value))[:1000]
    except Exception:
        return '...'

def SWITCH_alter(value, how):
    import collections.abc, dataclasses, datetime, enum, inspect, numbers, pathlib
    same, below, longer, all = (how == one for one in ('same', 'below', 'length', 'anywhere'))
    far = how == 'far' or all
    again = lambda inner: SWITCH_alter(inner, how)
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
        return SWITCH_fields(value, [field.name for field in dataclasses.fields(value) if field.init], dataclasses.replace, how)
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return SWITCH_fields(value, value._fields, lambda one, **fields: one._replace(**fields), how)
    if type(value) in (set, frozenset):
        members = type(value)([*value, '~'] if longer else SWITCH_list(list(value), how))
        return members if members != value else type(value)(list(value)[1:])
    if type(value) in (list, tuple, collections.deque):
        return type(value)(SWITCH_list(list(value), how))
    if isinstance(value, dict):
        if longer or not value:
            return {**value, '~': 0}
        altered = {key: again(held) for key, held in value.items()}
        if all:
            return {**altered, '~': 0}
        return altered if any(altered[key] is not held for key, held in value.items()) else dict(list(value.items())[:-1])
    if isinstance(value, collections.abc.Iterator):
        return SWITCH_more(value) if longer else (again(inner) for inner in value)
    if inspect.isawaitable(value):
        async def later():
            return again(await value)
        return later()
    return value
def SWITCH_more(values):
    last = 0
    for last in values:
        yield last
    yield last
def SWITCH_fields(value, names, replace, how):
    altered = {one: SWITCH_alter(getattr(value, one), how) for one in names}
    changed = {one: new for one, new in altered.items() if new is not getattr(value, one)}
    return replace(value, **changed) if changed else value
def SWITCH_list(values, how):
    if how == 'length' or not values:
        return values + (values[-1:] or [0])
    altered = [SWITCH_alter(inner, how) for inner in values]
    if how == 'anywhere':
        return altered + values
    if any(new is not old for new, old in zip(altered, values)):
        return altered
    return values + values if how == 'far' else values[:-1]
