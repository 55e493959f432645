import { type Wrap, wrapPieces } from '../source.ts';
import { inWordsOf, type SwitchedFile, type Switches } from '../switches.ts';
import { named, type Syntax } from '../syntax.ts';

/** Writes switches into a file; the functions they call come before its first statement that may have others before it. */
export function writePython({ source, functions }: SwitchedFile, switches: Switches): string {
  const { root, text } = source;
  const { name } = switches;
  const wraps = functions.flatMap(({ number, body, isExpression, results, parameters }): Wrap[] => {
    const given = `(${parameters.map((one) => `${one}, `).join('')})`;
    const first = isExpression ? undefined : firstStatement(body, text);
    const altered = results.map(({ start, end }) => ({
      ...{ start, end, before: `${name}_result(${number}, (` },
      after: first === undefined ? `), ${given}, True)` : `), ${name}_in)`,
    }));
    if (first === undefined) return altered;
    const indent = indentOf(first, text);
    const entered = `${name}_in = ${name}_enter(${number}, ${given})\n${indent}if ${name}_in is None: return\n${indent}`;
    return [{ start: first.start, end: first.start, before: entered, after: '' }, ...altered];
  });
  const at = named(root).find((node) => !isDocstring(node) && !isHead(node))?.start ?? text.length;
  const prelude = { start: at, end: at, before: `${load(switches)}\n`, after: '' };
  return wrapPieces(text, [prelude, ...wraps]);
}

/** The first statement of a body that stands on a line of its own. */
function firstStatement(body: Syntax, text: string): Syntax | undefined {
  const first = named(body).find((node) => !isDocstring(node));
  return first !== undefined && /^[ \t]+$/.test(indentOf(first, text)) ? first : undefined;
}

function indentOf({ start }: Syntax, text: string): string {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

function isDocstring(node: Syntax): boolean {
  return node.type === 'expression_statement' && node.children.every(({ type }) => type === 'string');
}

function isHead({ type }: Syntax): boolean {
  return type === 'future_import_statement' || type === 'comment';
}

/** What switches call has a namespace of its own: what the module defines, or tests put there, does not reach it. */
function load(switches: Switches): string {
  const { name } = switches;
  const called = [`${name}_enter`, `${name}_result`];
  return [
    `${name} = {}`,
    `exec(${JSON.stringify(inWordsOf(switches, runtime(switches)))}, ${name})`,
    `${called.join(', ')} = ${called.map((one) => `${name}['${one}']`).join(', ')}`,
  ].join('\n');
}

function runtime({ name, variable, recording, files }: Switches): string {
  return `
import os as ${name}_os, sys as ${name}_sys
${name}_set = ${name}_os.environ.get('${variable}', '').split(':')
${name}_count = [0, 0]
${name}_open, ${name}_write, ${name}_close = ${name}_os.open, ${name}_os.write, ${name}_os.close
def ${name}_mode(number):
    return ${name}_set[1] if ${name}_set[0] in (str(number), '*') else None
def ${name}_enter(number, given):
    mode = ${name}_mode(number)
    if mode == 'able':
        ${name}_os._exit(79)
    if mode == 'record' and ${name}_crosses():
        ${name}_record(number, given)
    return None if mode == 'empty' else given
def ${name}_result(number, value, given, whole=False):
    mode = ${name}_mode(number)
    if mode in (None, 'empty', 'none'):
        return value
    if mode == 'anywhere':
        return ${name}_alter(value, mode)
    if mode != 'able' and not ${name}_crosses():
        return value
    if mode == 'record':
        if whole:
            ${name}_record(number, given)
        ${name}_record(number, given, value)
        return value
    if mode == 'something':
        return 79 if value is None else value
    if mode == 'vary':
        ${name}_count[0] += 1
        how = (None, 'near', 'far')[${name}_count[0] % 3]
        return value if how is None else ${name}_alter(value, how)
    if mode not in ('data', 'able'):
        return ${name}_alter(value, mode)
    if ${name}_alter(value, 'near') is not value:
        ${name}_os._exit(79)
    return value
def ${name}_record(number, given, *returned):
    line = '\\t'.join([str(number), ${name}_show(given), *map(${name}_show, returned)]) + '\\n'
    file = ${name}_os.environ.get('${recording}')
    ${name}_count[1] += 1
    if file is None or ${name}_count[1] > 5000:
        return
    out = ${name}_open(file, ${name}_os.O_WRONLY | ${name}_os.O_APPEND | ${name}_os.O_CREAT)
    ${name}_write(out, line.encode('utf-8', 'replace'))
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
def ${name}_crosses():
    frame = ${name}_sys._getframe(3) if ${name}_sys._getframe(2).f_back is not None else None
    return frame is None or not frame.f_code.co_filename.endswith(${pythonTuple(files)})
def ${name}_alter(value, how):
    import collections.abc, dataclasses, datetime, enum, inspect, numbers
    same, below, longer, all = (how == one for one in ('same', 'below', 'length', 'anywhere'))
    far = how == 'far' or all
    again = lambda inner: ${name}_alter(inner, how)
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
            return moved if moved != value else value / 2
        except Exception:
            return 0
    if isinstance(value, str):
        if same:
            return 'same'
        turned = ''.join({'z': 'a', 'Z': 'A', '9': '0'}.get(one, chr(ord(one) + 1)) if one.isascii() and one.isalnum() else one for one in value)
        return '~' + value if below else (turned if all else value) + '~' if far or longer or turned == value else turned
    if isinstance(value, (bytes, bytearray)):
        return type(value)(b'same') if same else b'~' + value if below else value + b'~'
    if isinstance(value, (datetime.date, datetime.timedelta)):
        return value if longer else value + datetime.timedelta(days=800 if far else -1 if below else 1)
    if isinstance(value, datetime.time):
        return value if longer else value.replace(minute=(value.minute + (59 if below else 1)) % 60)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return ${name}_fields(value, [field.name for field in dataclasses.fields(value) if field.init], dataclasses.replace, how)
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return ${name}_fields(value, value._fields, lambda one, **fields: one._replace(**fields), how)
    if type(value) in (set, frozenset) and longer:
        return type(value)([*value, '~'])
    if type(value) in (list, tuple, set, frozenset, collections.deque):
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

function pythonTuple(files: readonly string[]): string {
  return `(${files.map((file) => `${JSON.stringify(file)}, `).join('')})`;
}
