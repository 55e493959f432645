import { type Wrap, wrapPieces } from '../source.ts';
import type { SwitchedFile, Switches } from '../switches.ts';

/** Writes switches into a file; the functions they call stand at its end, so that no line moves. */
export function writeJavascript({ source, functions }: SwitchedFile, switches: Switches): string {
  const { path, text } = source;
  const isTyped = /\.[cm]?tsx?$/.test(path);
  const { name } = switches;
  const wraps = functions.flatMap(({ number, body, isExpression, results }): Wrap[] => {
    const stop = isTyped ? 'return undefined as never' : 'return undefined';
    const first = { start: body.start + 1, end: body.start + 1 };
    const enter = { ...first, before: ` if (${name}_enter(${number})) ${stop};`, after: '' };
    const altered = results.map(({ start, end }) => ({
      start,
      end,
      before: `${name}_result(${number}, (`,
      after: '))',
    }));
    return isExpression ? altered : [enter, ...altered];
  });
  // What a type checker would say of the switches is of no interest.
  const unchecked = isTyped && !text.startsWith('#!') ? '// @ts-nocheck\n' : '';
  return `${unchecked}${wrapPieces(text, wraps)}\n${runtime(switches, isTyped)}`;
}

function runtime({ name, variable, files }: Switches, isTyped: boolean): string {
  const typed = (code: string) => (isTyped ? code : code.replace(/: any\b|: number\b|: T\b|<T>/g, ''));
  return typed(`
function ${name}_mode(number: number): any {
  const held: any = globalThis;
  held.${name} ??= String(held.process?.env?.${variable} ?? '').split(':');
  return held.${name}[0] === String(number) ? held.${name}[1] : undefined;
}
function ${name}_enter(number: number): any {
  const mode = ${name}_mode(number);
  if (mode === 'able') ${name}_end();
  return mode === 'empty';
}
function ${name}_end(): any {
  (globalThis as any).process?.reallyExit?.(79);
  throw new Error('${name}');
}
function ${name}_result<T>(number: number, value: T): T {
  const mode = ${name}_mode(number);
  if (mode === undefined || mode === 'empty') return value;
  if (mode === 'anywhere') return ${name}_alter(value, mode);
  if (mode !== 'able' && !${name}_crosses()) return value;
  if (mode === 'something') return value === null || value === undefined ? (79 as any) : value;
  if (mode !== 'data' && mode !== 'able') return ${name}_alter(value, mode);
  if (!Object.is(${name}_alter(value, 'near'), value)) ${name}_end();
  return value;
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
  const [far, same, all] = [how === 'far' || how === 'anywhere', how === 'same', how === 'anywhere'];
  switch (typeof value) {
    case 'number': {
      if (same || !Number.isFinite(value)) return same ? 79 : 0;
      const moved = far ? -(Math.abs(value) + 7) * 1009 : value + 1;
      return moved === value ? value / 2 : moved;
    }
    case 'bigint':
      if (same) return BigInt(79);
      return far ? (value + BigInt(7)) * BigInt(-1009) : value + BigInt(1);
    case 'boolean':
      return same || !value;
    case 'string': {
      if (same) return 'same';
      const turned = value.replace(/[a-z0-9]/gi, (letter: any) =>
        letter === 'z' ? 'a' : letter === 'Z' ? 'A' : letter === '9' ? '0' : String.fromCharCode(letter.charCodeAt(0) + 1));
      return far || turned === value ? (all ? turned : value) + '~' : turned;
    }
  }
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.then === 'function') return value.then(again);
  if (Array.isArray(value)) return ${name}_list(value, how);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Date') return new Date(same ? 79 : value.getTime() + (far ? 7e10 : 1000));
  if (kind === 'Set') return new Set(${name}_list([...value], how));
  if (kind === 'Map') return new Map([...value].map(([key, held]: any) => [key, again(held)]));
  if (ArrayBuffer.isView(value) && 'map' in value) return (value as any).map(again);
  const parent = Object.getPrototypeOf(value);
  if (parent !== null && Object.getPrototypeOf(parent) !== null) return value;
  const fields = Object.entries(value);
  const altered = Object.fromEntries(fields.map(([key, held]: any) => [key, again(held)]));
  if (far || fields.length === 0) return { ...(all ? altered : value), '~': 0 };
  return fields.some(([key, held]: any) => !Object.is(altered[key], held)) ? altered : value;
}
function ${name}_list(list: any, how: any): any {
  if (how === 'far' || list.length === 0) return [...list, ...(list.length === 0 ? [0] : list)];
  const altered = list.map((inner: any) => ${name}_alter(inner, how));
  if (how === 'anywhere') return [...altered, ...list];
  return altered.some((inner: any, at: any) => !Object.is(inner, list[at])) ? altered : list.slice(0, -1);
}
`).replace(/ as any/g, isTyped ? ' as any' : '');
}
