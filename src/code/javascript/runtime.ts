import type { Switches } from '../switches.ts';

/** What the switches in a file of JavaScript or TypeScript call. It stands in the file itself, so that it needs no import. */
export function javascriptRuntime(switches: Switches, isTyped: boolean): string {
  const code = [modes, effects, errors, recording, alterations].map((part) => part(switches)).join('');
  return isTyped ? code : code.replace(/: any\b|: number\b|: T\b|<T>| as any\b/g, '');
}

function modes({ name, variable, files }: Switches): string {
  return `
function ${name}_mode(number: number): any {
  const held: any = globalThis;
  held.${name} ??= String(held.process?.env?.${variable} ?? '').split(':');
  return held.${name}[1] === 'record' || held.${name}[0] === String(number) ? held.${name}[1] : undefined;
}
function ${name}_enter(number: number, given: any, fields: any = () => []): any {
  const mode = ${name}_mode(number);
  if (mode === undefined || mode === 'none') return given;
  if ((given.isOther = ${name}_isOther(given))) return given;
  if (mode === 'empty') return undefined;
  if (mode === 'able') ${name}_end();
  if (mode !== 'record' && mode !== 'effect' && mode !== 'acted' && mode !== 'message' && mode !== 'kind') return given;
  if (!${name}_crosses(given)) return given;
  given.mode = mode;
  if (mode === 'record') ${name}_begin(number, given);
  return mode === 'effect' || mode === 'acted' ? ${name}_watch(given, fields) : given;
}
function ${name}_isOther(given: any): any {
  const call = (globalThis as any).${name}[2];
  if (!call) return false;
  let code = 0;
  for (const letter of ${name}_show(given)) code = (code * 31 + letter.codePointAt(0)) % 1000003;
  return String(code) !== call;
}
function ${name}_whole(number: number, given: any, again: any, fields: any): any {
  given.isWhole = true;
  const entered: any = ${name}_enter(number, given, fields);
  if (entered === undefined) return undefined;
  let value: any;
  try {
    value = ${name}_result(number, again(...entered), entered);
  } catch (thrown) {
    throw ${name}_left(number, entered, ${name}_failed(number, thrown, entered));
  }
  if (entered.mode === undefined || typeof value?.then !== 'function') return ${name}_left(number, entered, value);
  return value.then(
    (inner: any) => ${name}_left(number, entered, inner),
    (thrown: any) => { throw ${name}_left(number, entered, ${name}_failed(number, thrown, entered)); },
  );
}
function ${name}_left(number: number, given: any, value: any): any {
  ${name}_leave(number, given);
  return value;
}
function ${name}_end(): any {
  (globalThis as any).process?.reallyExit?.(79);
  throw new Error('${name}');
}
function ${name}_result<T>(number: number, value: T, given: any): T {
  const mode = ${name}_mode(number);
  if (mode === undefined || mode === 'empty' || mode === 'none') return value;
  if (given.isOther || mode === 'effect' || mode === 'acted' || mode === 'message' || mode === 'kind') return value;
  if (mode === 'anywhere') return ${name}_alter(value, mode);
  if (mode === 'record') return given.mode === mode ? ${name}_answer(number, value, given) : value;
  if (mode !== 'able' && !${name}_crosses(given)) return value;
  if (mode === 'something') return value === null || value === undefined ? (79 as any) : value;
  if (mode === 'vary') return ${name}_vary(value);
  return mode === 'data' || mode === 'able' ? ${name}_stop(value) : ${name}_alter(value, mode);
}
function ${name}_stop(value: any): any {
  if (typeof value?.then === 'function') return value.then(${name}_stop);
  if (!Object.is(${name}_alter(value, 'near'), value)) ${name}_end();
  return value;
}
function ${name}_vary(value: any): any {
  const held: any = globalThis;
  held.${name}_count = (held.${name}_count ?? 0) + 1;
  const how = [undefined, 'near', 'far'][held.${name}_count % 3];
  return how === undefined ? value : ${name}_alter(value, how);
}
function ${name}_crosses(given: any): any {
  // Plain places of calls: to have them written out, and mapped to other sources, takes too long where it is hot.
  const { stackTraceLimit: limit, prepareStackTrace: prepare } = Error as any;
  const held: any = {};
  (Error as any).stackTraceLimit = 13;
  (Error as any).prepareStackTrace = (_: any, sites: any) => sites;
  Error.captureStackTrace(held);
  const sites: any = held.stack;
  (Error as any).stackTraceLimit = limit;
  (Error as any).prepareStackTrace = prepare;
  if (!Array.isArray(sites)) return true;
  const files: any = sites.slice(given.isWhole ? 4 : 3).map((site: any) => String(site.getFileName() ?? ''));
  const caller: any = files.find((file: any) => file !== '' && !file.startsWith('node:'));
  return caller === undefined || !${JSON.stringify(files)}.some((file: any) => caller.endsWith(file));
}`;
}

/** What a function passes to those it was given, and what it changed in what it was given or in its own object. */
function effects({ name }: Switches): string {
  return `
function ${name}_watch(given: any, fields: any): any {
  const inside = (one: any) => (typeof one === 'function' ? ${name}_told(one, given.mode) : one);
  const watched: any = given.map(inside);
  const own: any = fields().map(([read, write]: any) => [read, write, ${name}_peek(read)]);
  const others: any = given.map((one: any) => [() => one, () => undefined, ${name}_peek(() => one)]);
  return Object.assign(watched, { mode: given.mode, isWhole: given.isWhole, own, others });
}
function ${name}_told(told: any, mode: any): any {
  const apply = (called: any, self: any, list: any) =>
    Reflect.apply(called, self, list.map((one: any) => ${name}_other(one, mode)));
  return new Proxy(told, { apply });
}
function ${name}_other(value: any, mode: any): any {
  const altered = ${name}_alter(value, 'near');
  if (mode === 'acted' && !Object.is(altered, value) && typeof value?.then !== 'function') ${name}_end();
  return mode === 'acted' ? value : altered;
}
function ${name}_peek(read: any): any {
  try {
    const held: any = read();
    return { held, parts: ${name}_parts(held) };
  } catch {
    return {};
  }
}
function ${name}_parts(held: any): any {
  if (Array.isArray(held)) return new Map(held.entries());
  const kind = Object.prototype.toString.call(held).slice(8, -1);
  if (kind === 'Set') return new Map([...held].map((one: any) => [one, one]));
  if (kind === 'Map') return new Map(held);
  const parent = kind === 'Object' ? Object.getPrototypeOf(held) : undefined;
  const isPlain = parent === null || (parent !== undefined && Object.getPrototypeOf(parent) === null);
  return isPlain ? new Map(Object.entries(held)) : undefined;
}
function ${name}_leave(number: number, given: any): any {
  if (given.mode === undefined) return;
  if (given.mode === 'record') return ${name}_finish(number, given);
  for (const [read, write, before] of given.own ?? []) ${name}_change(read, write, before, given.mode, true);
  for (const [read, write, before] of given.others ?? []) ${name}_change(read, write, before, given.mode, false);
}
function ${name}_change(read: any, write: any, before: any, mode: any, isOwn: any): any {
  const now = ${name}_peek(read);
  try {
    if (!Object.is(now.held, before.held)) return write(${name}_more(${name}_other(now.held, mode), isOwn));
    if (before.parts === undefined) return;
    const changed: any = [...now.parts].filter(([key, one]: any) => !before.parts.has(key) || !Object.is(before.parts.get(key), one));
    const isLess = now.parts.size < before.parts.size;
    if (changed.length === 0 && !isLess) return;
    if (mode === 'acted') ${name}_end();
    const altered: any = changed.map(([key, one]: any) => [key, one, ${name}_alter(one, 'near')]);
    ${name}_put(now.held, altered, isOwn || !altered.some(([, one, other]: any) => !Object.is(one, other)));
  } catch {
    return;
  }
}
function ${name}_put(held: any, altered: any, isLonger: any): any {
  const kind = Object.prototype.toString.call(held).slice(8, -1);
  for (const [key, one, other] of altered) {
    if (kind === 'Set' && !Object.is(one, other)) held.delete(one), held.add(other);
    else if (kind === 'Map') held.set(key, other);
    else if (kind !== 'Set') held[key] = other;
  }
  if (!isLonger) return;
  if (Array.isArray(held)) held.push(held.length === 0 ? 0 : held[held.length - 1]);
  else if (kind === 'Set') held.add('~');
  else if (kind === 'Map') held.set('~', 0);
  else held['~'] = 0;
}
function ${name}_more(value: any, isOwn: any): any {
  return isOwn && Array.isArray(value) ? [...value, value.length === 0 ? 0 : value[value.length - 1]] : value;
}`;
}

/** What leaves a function that fails: errors that code throws itself, not those of the language. */
function errors({ name }: Switches): string {
  return `
function ${name}_own(thrown: any): any {
  const held: any = globalThis;
  if (thrown !== null && typeof thrown === 'object') (held.${name}_thrown ??= new WeakSet()).add(thrown);
  return thrown;
}
function ${name}_failed(number: number, thrown: any, given: any): any {
  const mode = given.mode;
  if (mode !== 'record' && mode !== 'message' && mode !== 'kind') return thrown;
  const isOwn = (globalThis as any).${name}_thrown?.has(thrown) === true;
  if (mode === 'record') ${name}_write(number, [given.shown, isOwn ? 'the error ' + ${name}_show(thrown) : 'an error']);
  if (mode === 'record' || !isOwn) return thrown;
  return mode === 'message' ? ${name}_reworded(thrown) : ${name}_generic(thrown);
}
function ${name}_reworded(thrown: any): any {
  try {
    for (const key of Object.keys(thrown)) thrown[key] = ${name}_alter(thrown[key], 'near');
    if (typeof thrown.message === 'string') thrown.message = ${name}_alter(thrown.message, 'near');
  } catch {
    return thrown;
  }
  return thrown;
}
function ${name}_generic(thrown: any): any {
  if (!(thrown instanceof Error)) return thrown;
  const Other: any = thrown.constructor === Error ? TypeError : Error;
  return ${name}_own(new Other(thrown.message));
}`;
}

function recording({ name, recording: variable }: Switches): string {
  return `
function ${name}_begin(number: number, given: any): any {
  given.shown = ${name}_show(given);
  given.hasParts = given.some((one: any) => ${name}_parts(one) !== undefined);
  ${name}_write(number, [given.shown]);
}
function ${name}_finish(number: number, given: any): any {
  if (given.hasParts) ${name}_write(number, [given.shown, '', ${name}_show(given)]);
}
function ${name}_answer(number: number, value: any, given: any): any {
  if (typeof value?.then !== 'function') ${name}_write(number, [given.shown, ${name}_show(value)]);
  else value.then((inner: any) => ${name}_write(number, [given.shown, ${name}_show(inner)]), () => undefined);
  return value;
}
function ${name}_write(number: number, shown: any): any {
  const held: any = globalThis;
  const file = held.process?.env?.${variable};
  held.${name}_recorded = (held.${name}_recorded ?? 0) + 1;
  if (file === undefined || held.${name}_recorded > 10000) return;
  held.process.getBuiltinModule('fs').appendFileSync(file, [number, ...shown].join('\\t') + '\\n');
}
function ${name}_show(value: any): any {
  const plain = (inner: any, depth: any): any => {
    if (inner === null || inner === undefined || typeof inner === 'string') return JSON.stringify(inner) ?? 'undefined';
    if (Object.is(inner, -0)) return '-0';
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
}`;
}

function alterations({ name }: Switches): string {
  return `
function ${name}_alter(value: any, how: any): any {
  const again = (inner: any) => ${name}_alter(inner, how);
  const [same, below, longer, all] = ['same', 'below', 'length', 'anywhere'].map((one) => one === how);
  const far = how === 'far' || all;
  if (how === 'form' && (typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value))) {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? ${name}_letters(value) : typeof value === 'boolean' ? Number(value) : value;
  }
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
      return below ? ' ' + value : far || longer || turned === value ? (all ? turned : value) + '~' : turned;
    }
  }
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.then === 'function') return value.then(again);
  if (Array.isArray(value)) return ${name}_list(value, how);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Date') {
    const time = Number.isNaN(value.getTime()) ? 0 : value.getTime();
    return longer ? value : new Date(same ? 79 : time + (far ? 7e10 : below ? -1000 : 1000));
  }
  if (how === 'form' && (kind === 'Set' || kind === 'Map')) return value;
  if (kind === 'Set') {
    const members: any = new Set(${name}_list([...value], how));
    return members.size === value.size && [...members].every((one: any) => value.has(one)) ? new Set([...value].slice(1)) : members;
  }
  if (kind === 'Map') {
    const held: any = [...value].map(([key, one]: any) => [key, again(one)]);
    if (longer || all || held.length === 0) return new Map([...held, ['~', 0]]);
    return new Map(held.some(([key, one]: any) => !Object.is(one, value.get(key))) ? held : held.slice(1));
  }
  if (ArrayBuffer.isView(value) && 'map' in value) {
    return longer || (value as any).length === 0 ? value : (value as any).map(again);
  }
  const parent = Object.getPrototypeOf(value);
  if (parent !== null && Object.getPrototypeOf(parent) !== null) return value;
  const fields = Object.entries(value);
  if (longer || (fields.length === 0 && how !== 'form')) return { ...value, '~': 0 };
  const altered = Object.fromEntries(fields.map(([key, held]: any) => [key, again(held)]));
  if (fields.some(([key, held]: any) => !Object.is(altered[key], held))) return all ? { ...altered, '~': 0 } : altered;
  return far ? { ...value, '~': 0 } : value;
}
function ${name}_letters(text: any): any {
  return text.replace(/[a-z]/gi, (one: any) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
}
function ${name}_list(list: any, how: any): any {
  if (how === 'form' && list.length > 1) return [...list].reverse();
  if (how === 'form') {
    const inner = list.map((one: any) => ${name}_alter(one, how));
    return inner.some((one: any, at: any) => !Object.is(one, list[at])) ? inner : list;
  }
  if (how === 'length' || list.length === 0) return [...list, list.length === 0 ? 0 : list[list.length - 1]];
  const altered = list.map((inner: any) => ${name}_alter(inner, how));
  if (how === 'anywhere') return [...altered, ...list];
  if (altered.some((inner: any, at: any) => !Object.is(inner, list[at]))) return altered;
  return how === 'far' ? [...list, ...list] : list.slice(0, -1);
}
`;
}
