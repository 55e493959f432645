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
  if (mode === 'crash') throw new Error('${name}');
  return mode === 'empty';
}
function ${name}_result<T>(number: number, value: T): T {
  const mode = ${name}_mode(number);
  if (mode === undefined || mode === 'empty') return value;
  if (mode === 'crash') throw new Error('${name}');
  const crosses = ${name}_crosses();
  if (mode === 'anywhere') return ${name}_alter(value, false);
  if (!crosses) return value;
  if (mode !== 'data') return ${name}_alter(value, mode === 'far');
  if (!Object.is(${name}_alter(value, false), value)) throw new Error('${name}');
  return value;
}
function ${name}_crosses(): any {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 20;
  const stack: any = new Error().stack;
  Error.stackTraceLimit = limit;
  if (typeof stack !== 'string') return true;
  const caller: any = stack.split('\\n').slice(4).find((line: any) => /[\\\\/]/.test(line) && !line.includes('(node:'));
  return caller === undefined || !${JSON.stringify(files)}.some((file: any) => caller.includes(file));
}
function ${name}_alter(value: any, far: any): any {
  const again = (inner: any) => ${name}_alter(inner, far);
  switch (typeof value) {
    case 'number': {
      if (!Number.isFinite(value)) return 0;
      const moved = far ? -(Math.abs(value) + 7) * 1009 : value + 1;
      return moved === value ? value / 2 : moved;
    }
    case 'bigint':
      return far ? (value + BigInt(7)) * BigInt(-1009) : value + BigInt(1);
    case 'boolean':
      return !value;
    case 'string': {
      const turned = value.replace(/[a-z0-9]/gi, (letter: any) =>
        letter === 'z' ? 'a' : letter === 'Z' ? 'A' : letter === '9' ? '0' : String.fromCharCode(letter.charCodeAt(0) + 1));
      return far || turned === value ? value + '~' : turned;
    }
  }
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.then === 'function') return value.then(again);
  if (Array.isArray(value)) return ${name}_list(value, far);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Date') return new Date(value.getTime() + (far ? 7e10 : 1000));
  if (kind === 'Set') return new Set(${name}_list([...value], far));
  if (kind === 'Map') return new Map([...value].map(([key, held]: any) => [key, again(held)]));
  if (ArrayBuffer.isView(value) && 'map' in value) return (value as any).map(again);
  const parent = Object.getPrototypeOf(value);
  if (parent !== null && Object.getPrototypeOf(parent) !== null) return value;
  const fields = Object.entries(value);
  const altered = Object.fromEntries(fields.map(([key, held]: any) => [key, again(held)]));
  if (far || fields.length === 0) return { ...value, '~': 0 };
  return fields.some(([key, held]: any) => !Object.is(altered[key], held)) ? altered : value;
}
function ${name}_list(list: any, far: any): any {
  if (far || list.length === 0) return [...list, ...(list.length === 0 ? [0] : list)];
  const altered = list.map((inner: any) => ${name}_alter(inner, far));
  return altered.some((inner: any, at: any) => !Object.is(inner, list[at])) ? altered : list.slice(0, -1);
}
`).replace(/ as any/g, isTyped ? ' as any' : '');
}
