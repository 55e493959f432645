import { type Wrap, wrapPieces } from '../source.ts';
import type { SwitchedFile, Switches } from '../switches.ts';
import { named, type Syntax } from '../syntax.ts';

/** Writes switches into a file; the functions they call come before its first statement that may have others before it. */
export function writePython({ source, functions }: SwitchedFile, switches: Switches): string {
  const { root, text } = source;
  const { name } = switches;
  const wraps = functions.flatMap(({ number, body, isExpression, results }): Wrap[] => {
    const altered = results.map(({ start, end }) => ({
      start,
      end,
      before: `${name}_result(${number}, (`,
      after: '))',
    }));
    const first = isExpression ? undefined : firstStatement(body, text);
    if (first === undefined) return altered;
    const at = { start: first.start, end: first.start };
    return [{ ...at, before: `if ${name}_enter(${number}): return\n${indentOf(first, text)}`, after: '' }, ...altered];
  });
  const at = named(root).find((node) => !isDocstring(node) && !isHead(node))?.start ?? text.length;
  const prelude = { start: at, end: at, before: `exec(${JSON.stringify(runtime(switches))})\n`, after: '' };
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

function runtime({ name, variable, files }: Switches): string {
  return `
import os as ${name}_os, sys as ${name}_sys
${name}_set = ${name}_os.environ.get('${variable}', '').split(':')
def ${name}_mode(number):
    return ${name}_set[1] if ${name}_set[0] == str(number) else None
def ${name}_enter(number):
    mode = ${name}_mode(number)
    if mode == 'able':
        ${name}_os._exit(79)
    return mode == 'empty'
def ${name}_result(number, value):
    mode = ${name}_mode(number)
    if mode is None or mode == 'empty':
        return value
    if mode == 'anywhere':
        return ${name}_alter(value, mode)
    if mode != 'able' and not ${name}_crosses():
        return value
    if mode == 'something':
        return 79 if value is None else value
    if mode not in ('data', 'able'):
        return ${name}_alter(value, mode)
    if ${name}_alter(value, 'near') is not value:
        ${name}_os._exit(79)
    return value
def ${name}_crosses():
    frame = ${name}_sys._getframe(3) if ${name}_sys._getframe(2).f_back is not None else None
    return frame is None or not frame.f_code.co_filename.endswith(${pythonTuple(files)})
def ${name}_alter(value, how):
    import collections.abc, dataclasses, datetime, enum, inspect, numbers
    far, same, all = how in ('far', 'anywhere'), how == 'same', how == 'anywhere'
    again = lambda inner: ${name}_alter(inner, how)
    if value is None or isinstance(value, enum.Enum):
        others = [] if value is None else [other for other in type(value) if other is not value]
        return others[0] if others else value
    if isinstance(value, bool):
        return True if same else not value
    if isinstance(value, numbers.Number):
        try:
            if same:
                return type(value)(79)
            moved = (abs(value) + 7) * -1009 if far else value + 1
            return moved if moved != value else value / 2
        except Exception:
            return 0
    if isinstance(value, str):
        if same:
            return 'same'
        turned = ''.join({'z': 'a', 'Z': 'A', '9': '0'}.get(one, chr(ord(one) + 1)) if one.isascii() and one.isalnum() else one for one in value)
        return (turned if all else value) + '~' if far or turned == value else turned
    if isinstance(value, (bytes, bytearray)):
        return type(value)(b'same') if same else value + b'~'
    if isinstance(value, (datetime.date, datetime.timedelta)):
        return value + datetime.timedelta(days=800 if far else 1)
    if isinstance(value, datetime.time):
        return value.replace(minute=(value.minute + 1) % 60)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return ${name}_fields(value, [field.name for field in dataclasses.fields(value) if field.init], dataclasses.replace, how)
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return ${name}_fields(value, value._fields, lambda one, **fields: one._replace(**fields), how)
    if type(value) in (set, frozenset) and far:
        return type(value)([*value, '~'])
    if type(value) in (list, tuple, set, frozenset, collections.deque):
        return type(value)(${name}_list(list(value), how))
    if isinstance(value, dict):
        altered = {key: again(held) for key, held in value.items()}
        if far or not value:
            return {**(altered if all else value), '~': 0}
        return altered if any(altered[key] is not held for key, held in value.items()) else dict(list(value.items())[:-1])
    if isinstance(value, collections.abc.Iterator):
        return (again(inner) for inner in value)
    if inspect.isawaitable(value):
        async def later():
            return again(await value)
        return later()
    return value
def ${name}_fields(value, names, replace, how):
    for one in names:
        altered = ${name}_alter(getattr(value, one), how)
        if altered is not getattr(value, one):
            return replace(value, **{one: altered})
    return value
def ${name}_list(values, how):
    if how == 'far' or not values:
        return values + (values or [0])
    altered = [${name}_alter(inner, how) for inner in values]
    if how == 'anywhere':
        return altered + values
    return altered if any(new is not old for new, old in zip(altered, values)) else values[:-1]
`;
}

function pythonTuple(files: readonly string[]): string {
  return `(${files.map((file) => `${JSON.stringify(file)}, `).join('')})`;
}
