import { type Wrap, wrapPieces } from '../source.ts';
import { inWordsOf, type SwitchedFile, type Switches } from '../switches.ts';

/** Writes switches into a file; the functions they call stand at its end, so that no line moves. */
export function writeJavascript({ source, functions }: SwitchedFile, switches: Switches): string {
  const { path, text } = source;
  const isTyped = /\.[cm]?tsx?$/.test(path);
  const { name } = switches;
  const wraps = functions.flatMap(({ number, body, isExpression, results, parameters }): Wrap[] => {
    const given = `[${parameters.join(', ')}]`;
    const stop = isTyped ? 'return undefined as never' : 'return undefined';
    const first = { start: body.start + 1, end: body.start + 1 };
    const entered = `const ${name}_in = ${name}_enter(${number}, ${given}); if (!${name}_in) ${stop};`;
    const altered = results.map(({ start, end }) => ({
      ...{ start, end, before: `${name}_result(${number}, (` },
      after: isExpression ? `), ${given}, true)` : `), ${name}_in)`,
    }));
    return isExpression ? altered : [{ ...first, before: ` ${entered}`, after: '' }, ...altered];
  });
  // What a type checker would say of the switches is of no interest.
  const unchecked = isTyped && !text.startsWith('#!') ? '// @ts-nocheck\n' : '';
  return `${unchecked}${wrapPieces(text, wraps)}\n${inWordsOf(switches, runtime(switches, isTyped))}`;
}

function runtime({ name, variable, recording, files }: Switches, isTyped: boolean): string {
  const typed = (code: string) => (isTyped ? code : code.replace(/: any\b|: number\b|: T\b|<T>/g, ''));
  return typed(`
function ${name}_mode(number: number): any {
  const held: any = globalThis;
  held.${name} ??= String(held.process?.env?.${variable} ?? '').split(':');
  return held.${name}[0] === String(number) || held.${name}[0] === '*' ? held.${name}[1] : undefined;
}
function ${name}_enter(number: number, given: any): any {
  const mode = ${name}_mode(number);
  if (mode === undefined) return given;
  if (mode === 'able') ${name}_end();
  if (mode === 'record' && ${name}_crosses()) ${name}_record(number, given);
  return mode === 'empty' ? undefined : given;
}
function ${name}_end(): any {
  (globalThis as any).process?.reallyExit?.(79);
  throw new Error('${name}');
}
function ${name}_result<T>(number: number, value: T, given: any, isWhole: any = false): T {
  const mode = ${name}_mode(number);
  if (mode === undefined || mode === 'empty' || mode === 'none') return value;
  if (mode === 'anywhere') return ${name}_alter(value, mode);
  if (mode !== 'able' && !${name}_crosses()) return value;
  if (mode === 'record' && isWhole) ${name}_record(number, given);
  if (mode === 'record') return ${name}_answer(number, value, given);
  if (mode === 'something') return value === null || value === undefined ? (79 as any) : value;
  if (mode === 'vary') return ${name}_vary(value);
  if (mode !== 'data' && mode !== 'able') return ${name}_alter(value, mode);
  if (!Object.is(${name}_alter(value, 'near'), value)) ${name}_end();
  return value;
}
function ${name}_vary(value: any): any {
  const held: any = globalThis;
  held.${name}_count = (held.${name}_count ?? 0) + 1;
  const how = [undefined, 'near', 'far'][held.${name}_count % 3];
  return how === undefined ? value : ${name}_alter(value, how);
}
function ${name}_answer(number: number, value: any, given: any): any {
  if (typeof value?.then !== 'function') ${name}_record(number, given, value);
  else value.then((inner: any) => ${name}_record(number, given, inner), () => undefined);
  return value;
}
function ${name}_record(number: number, given: any, ...returned: any): any {
  const held: any = globalThis;
  const file = held.process?.env?.${recording};
  const line = [number, ${name}_show(given), ...returned.map(${name}_show)].join('\\t') + '\\n';
  held.${name}_recorded = (held.${name}_recorded ?? 0) + 1;
  if (file === undefined || held.${name}_recorded > 5000) return;
  held.process.getBuiltinModule('fs').appendFileSync(file, line);
}
function ${name}_show(value: any): any {
  const plain = (inner: any, depth: any): any => {
    if (inner === null || inner === undefined || typeof inner === 'string') return JSON.stringify(inner) ?? 'undefined';
    if (typeof inner !== 'object') return typeof inner === 'function' ? 'function' : String(inner);
    if (depth > 4) return '...';
    const deeper = (one: any) => plain(one, depth + 1);
    if (Array.isArray(inner)) return '[' + inner.map(deeper).join(', ') + ']';
    if (inner instanceof Date || inner instanceof RegExp || inner instanceof Error) return String(inner);
    if (inner instanceof Set) return 'Set ' + deeper([...inner]);
    if (inner instanceof Map) return 'Map ' + deeper([...inner]);
    if (typeof inner.next === 'function') return 'iterator';
    return '{' + Object.entries(inner).map(([key, one]: any) => key + ': ' + deeper(one)).join(', ') + '}';
  };
  try {
    return plain(value, 0).replace(/[\\t\\n\\r]/g, ' ').slice(0, 1000);
  } catch {
    return '...';
  }
}
function ${name}_crosses(): any {
  // Plain places of calls: to have them written out, and mapped to other sources, takes too long where it is hot.
  const { stackTraceLimit: limit, prepareStackTrace: prepare } = Error as any;
  const held: any = {};
  (Error as any).stackTraceLimit = 12;
  (Error as any).prepareStackTrace = (_: any, sites: any) => sites;
  Error.captureStackTrace(held);
  const sites: any = held.stack;
  (Error as any).stackTraceLimit = limit;
  (Error as any).prepareStackTrace = prepare;
  if (!Array.isArray(sites)) return true;
  const files: any = sites.slice(3).map((site: any) => String(site.getFileName() ?? ''));
  const caller: any = files.find((file: any) => file !== '' && !file.startsWith('node:'));
  return caller === undefined || !${JSON.stringify(files)}.some((file: any) => caller.endsWith(file));
}
function ${name}_alter(value: any, how: any): any {
  const again = (inner: any) => ${name}_alter(inner, how);
  const [same, below, longer, all] = ['same', 'below', 'length', 'anywhere'].map((one) => one === how);
  const far = how === 'far' || all;
  switch (typeof value) {
    case 'number': {
      if (longer) return value;
      if (same || !Number.isFinite(value)) return same ? 79 : 0;
      const step = Math.max(1, Math.trunc(Math.abs(value) / 100));
      const moved = far ? -(Math.abs(value) + 7) * 1009 : value + (below ? -step : step);
      return moved === value ? value / 2 : moved;
    }
    case 'bigint':
      if (longer) return value;
      if (same) return BigInt(79);
      return far ? (value + BigInt(7)) * BigInt(-1009) : value + BigInt(below ? -1 : 1);
    case 'boolean':
      return longer ? value : same || !value;
    case 'string': {
      if (same) return 'same';
      const turned = value.replace(/[a-z0-9]/gi, (letter: any) =>
        letter === 'z' ? 'a' : letter === 'Z' ? 'A' : letter === '9' ? '0' : String.fromCharCode(letter.charCodeAt(0) + 1));
      return below ? '~' + value : far || longer || turned === value ? (all ? turned : value) + '~' : turned;
    }
  }
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.then === 'function') return value.then(again);
  if (Array.isArray(value)) return ${name}_list(value, how);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Date') return longer ? value : new Date(same ? 79 : value.getTime() + (far ? 7e10 : below ? -1000 : 1000));
  if (kind === 'Set') return new Set(${name}_list([...value], how));
  if (kind === 'Map') return new Map([...value].map(([key, held]: any) => [key, again(held)]).concat(longer ? [['~', 0]] : []));
  if (ArrayBuffer.isView(value) && 'map' in value) return longer ? value : (value as any).map(again);
  const parent = Object.getPrototypeOf(value);
  if (parent !== null && Object.getPrototypeOf(parent) !== null) return value;
  const fields = Object.entries(value);
  if (longer || fields.length === 0) return { ...value, '~': 0 };
  const altered = Object.fromEntries(fields.map(([key, held]: any) => [key, again(held)]));
  if (fields.some(([key, held]: any) => !Object.is(altered[key], held))) return all ? { ...altered, '~': 0 } : altered;
  return far ? { ...value, '~': 0 } : value;
}
function ${name}_list(list: any, how: any): any {
  if (how === 'length' || list.length === 0) return [...list, list.length === 0 ? 0 : list[list.length - 1]];
  const altered = list.map((inner: any) => ${name}_alter(inner, how));
  if (how === 'anywhere') return [...altered, ...list];
  if (altered.some((inner: any, at: any) => !Object.is(inner, list[at]))) return altered;
  return how === 'far' ? [...list, ...list] : list.slice(0, -1);
}
`).replace(/ as any/g, isTyped ? ' as any' : '');
}
