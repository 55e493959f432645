function SWITCH_mode(number: number): any {
  const held: any = globalThis;
  held.SWITCH ??= String(held.process?.env?.SWITCH_VARIABLE ?? '').split(':');
  return held.SWITCH[1] === 'record' || held.SWITCH[0] === String(number) ? held.SWITCH[1] : undefined;
}
function SWITCH_enter(number: number, given: any, fields: any = () => []): any {
  const mode = SWITCH_mode(number);
  if (mode === undefined || mode === 'none') return given;
  if ((given.isOther = SWITCH_isOther(given))) return given;
  if (mode === 'empty') return undefined;
  if (mode === 'able') SWITCH_end();
  if (mode !== 'record' && mode !== 'effect' && mode !== 'acted' && mode !== 'message' && mode !== 'kind') return given;
  if (!SWITCH_crosses(given)) return given;
  given.mode = mode;
  if (mode === 'record') SWITCH_begin(number, given);
  return mode === 'effect' || mode === 'acted' ? SWITCH_watch(given, fields) : given;
}
function SWITCH_isOther(given: any): any {
  const call = (globalThis as any).SWITCH[2];
  if (!call) return false;
  let code = 0;
  for (const letter of SWITCH_show(given)) code = (code * 31 + letter.codePointAt(0)) % 1000003;
  return String(code) !== call;
}
function SWITCH_whole(number: number, given: any, again: any, fields: any): any {
  given.isWhole = true;
  const entered: any = SWITCH_enter(number, given, fields);
  if (entered === undefined) return undefined;
  let value: any;
  try {
    value = SWITCH_result(number, again(...entered), entered);
  } catch (thrown) {
    throw SWITCH_left(number, entered, SWITCH_failed(number, thrown, entered));
  }
  if (entered.mode === undefined || typeof value?.then !== 'function') return SWITCH_left(number, entered, value);
  return value.then(
    (inner: any) => SWITCH_left(number, entered, inner),
    (thrown: any) => { throw SWITCH_left(number, entered, SWITCH_failed(number, thrown, entered)); },
  );
}
function SWITCH_left(number: number, given: any, value: any): any {
  SWITCH_leave(number, given);
  return value;
}
function SWITCH_end(): any {
  (globalThis as any).process?.reallyExit?.(79);
  throw new Error('SWITCH');
}
function SWITCH_result<T>(number: number, value: T, given: any): T {
  const mode = SWITCH_mode(number);
  if (mode === undefined || mode === 'empty' || mode === 'none') return value;
  if (given.isOther || mode === 'effect' || mode === 'acted' || mode === 'message' || mode === 'kind') return value;
  if (mode === 'anywhere') return SWITCH_alter(value, mode);
  if (mode === 'record') return given.mode === mode ? SWITCH_answer(number, value, given) : value;
  if (mode !== 'able' && !SWITCH_crosses(given)) return value;
  if (mode === 'something') return value === null || value === undefined ? (79 as any) : value;
  if (mode === 'vary') return SWITCH_vary(value);
  return mode === 'data' || mode === 'able' ? SWITCH_stop(value) : SWITCH_alter(value, mode);
}
function SWITCH_stop(value: any): any {
  if (typeof value?.then === 'function') return value.then(SWITCH_stop);
  if (!Object.is(SWITCH_alter(value, 'near'), value)) SWITCH_end();
  return value;
}
function SWITCH_vary(value: any): any {
  const held: any = globalThis;
  held.SWITCH_count = (held.SWITCH_count ?? 0) + 1;
  const how = [undefined, 'near', 'far'][held.SWITCH_count % 3];
  return how === undefined ? value : SWITCH_alter(value, how);
}
function SWITCH_crosses(given: any): any {
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
  return caller === undefined || !["SWITCH_FILES"].some((file: any) => caller.endsWith(file));
}
function SWITCH_watch(given: any, fields: any): any {
  const inside = (one: any) => (typeof one === 'function' ? SWITCH_told(one, given.mode) : one);
  const watched: any = given.map(inside);
  const own: any = fields().map(([read, write]: any) => [read, write, SWITCH_peek(read)]);
  const others: any = given.map((one: any) => [() => one, () => undefined, SWITCH_peek(() => one)]);
  return Object.assign(watched, { mode: given.mode, isWhole: given.isWhole, own, others });
}
function SWITCH_told(told: any, mode: any): any {
  const apply = (called: any, self: any, list: any) =>
    Reflect.apply(called, self, list.map((one: any) => SWITCH_other(one, mode)));
  return new Proxy(told, { apply });
}
function SWITCH_other(value: any, mode: any): any {
  const altered = SWITCH_alter(value, 'near');
  if (mode === 'acted' && !Object.is(altered, value) && typeof value?.then !== 'function') SWITCH_end();
  return mode === 'acted' ? value : altered;
}
function SWITCH_peek(read: any): any {
  try {
    const held: any = read();
    return { held, parts: SWITCH_parts(held) };
  } catch {
    return {};
  }
}
function SWITCH_parts(held: any): any {
  if (Array.isArray(held)) return new Map(held.entries());
  const kind = Object.prototype.toString.call(held).slice(8, -1);
  if (kind === 'Set') return new Map([...held].map((one: any) => [one, one]));
  if (kind === 'Map') return new Map(held);
  const parent = kind === 'Object' ? Object.getPrototypeOf(held) : undefined;
  const isPlain = parent === null || (parent !== undefined && Object.getPrototypeOf(parent) === null);
  return isPlain ? new Map(Object.entries(held)) : undefined;
}
function SWITCH_leave(number: number, given: any): any {
  if (given.mode === undefined) return;
  if (given.mode === 'record') return SWITCH_finish(number, given);
  for (const [read, write, before] of given.own ?? []) SWITCH_change(read, write, before, given.mode, true);
  for (const [read, write, before] of given.others ?? []) SWITCH_change(read, write, before, given.mode, false);
}
function SWITCH_change(read: any, write: any, before: any, mode: any, isOwn: any): any {
  const now = SWITCH_peek(read);
  try {
    if (!Object.is(now.held, before.held)) return write(SWITCH_more(SWITCH_other(now.held, mode), isOwn));
    if (before.parts === undefined) return;
    const changed: any = [...now.parts].filter(([key, one]: any) => !before.parts.has(key) || !Object.is(before.parts.get(key), one));
    const isLess = now.parts.size < before.parts.size;
    if (changed.length === 0 && !isLess) return;
    if (mode === 'acted') SWITCH_end();
    const altered: any = changed.map(([key, one]: any) => [key, one, SWITCH_alter(one, 'near')]);
    SWITCH_put(now.held, altered, isOwn || !altered.some(([, one, other]: any) => !Object.is(one, other)));
  } catch {
    return;
  }
}
function SWITCH_put(held: any, altered: any, isLonger: any): any {
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
function SWITCH_more(value: any, isOwn: any): any {
  return isOwn && Array.isArray(value) ? [...value, value.length === 0 ? 0 : value[value.length - 1]] : value;
}
function SWITCH_own(thrown: any): any {
  const held: any = globalThis;
  if (thrown !== null && typeof thrown === 'object') (held.SWITCH_thrown ??= new WeakSet()).add(thrown);
  return thrown;
}
function SWITCH_failed(number: number, thrown: any, given: any): any {
  const mode = given.mode;
  if (mode !== 'record' && mode !== 'message' && mode !== 'kind') return thrown;
  const isOwn = (globalThis as any).SWITCH_thrown?.has(thrown) === true;
  if (mode === 'record') SWITCH_write(number, [given.shown, isOwn ? 'the error ' + SWITCH_show(thrown) : 'an error']);
  if (mode === 'record' || !isOwn) return thrown;
  return mode === 'message' ? SWITCH_reworded(thrown) : SWITCH_generic(thrown);
}
function SWITCH_reworded(thrown: any): any {
  try {
    for (const key of Object.keys(thrown)) thrown[key] = SWITCH_alter(thrown[key], 'near');
    if (typeof thrown.message === 'string') thrown.message = SWITCH_alter(thrown.message, 'near');
  } catch {
    return thrown;
  }
  return thrown;
}
function SWITCH_generic(thrown: any): any {
  if (!(thrown instanceof Error)) return thrown;
  const Other: any = thrown.constructor === Error ? TypeError : Error;
  return SWITCH_own(new Other(thrown.message));
}
function SWITCH_begin(number: number, given: any): any {
  given.shown = SWITCH_show(given);
  given.hasParts = given.some((one: any) => SWITCH_parts(one) !== undefined);
  SWITCH_write(number, [given.shown]);
}
function SWITCH_finish(number: number, given: any): any {
  if (given.hasParts) SWITCH_write(number, [given.shown, '', SWITCH_show(given)]);
}
function SWITCH_answer(number: number, value: any, given: any): any {
  if (typeof value?.then !== 'function') SWITCH_write(number, [given.shown, SWITCH_show(value)]);
  else value.then((inner: any) => SWITCH_write(number, [given.shown, SWITCH_show(inner)]), () => undefined);
  return value;
}
function SWITCH_write(number: number, shown: any): any {
  const held: any = globalThis;
  const file = held.process?.env?.SWITCH_RECORDING;
  held.SWITCH_recorded = (held.SWITCH_recorded ?? 0) + 1;
  if (file === undefined || held.SWITCH_recorded > 10000) return;
  held.process.getBuiltinModule('fs').appendFileSync(file, [number, ...shown].join('\t') + '\n');
}
function SWITCH_show(value: any): any {
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
    return plain(value, 0).replace(/[\t\n\r]/g, ' ').slice(0, 1000);
  } catch {
    return '...';
  }
}
function SWITCH_alter(value: any, how: any): any {
  const again = (inner: any) => SWITCH_alter(inner, how);
  const [same, below, longer, all] = ['same', 'below', 'length', 'anywhere'].map((one) => one === how);
  const far = how === 'far' || all;
  if (how === 'form' && (typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value))) {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? SWITCH_letters(value) : typeof value === 'boolean' ? Number(value) : value;
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
  if (Array.isArray(value)) return SWITCH_list(value, how);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Date') {
    const time = Number.isNaN(value.getTime()) ? 0 : value.getTime();
    return longer ? value : new Date(same ? 79 : time + (far ? 7e10 : below ? -1000 : 1000));
  }
  if (how === 'form' && (kind === 'Set' || kind === 'Map')) return value;
  if (kind === 'Set') {
    const members: any = new Set(SWITCH_list([...value], how));
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
function SWITCH_letters(text: any): any {
  return text.replace(/[a-z]/gi, (one: any) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
}
function SWITCH_list(list: any, how: any): any {
  if (how === 'form' && list.length > 1) return [...list].reverse();
  if (how === 'form') {
    const inner = list.map((one: any) => SWITCH_alter(one, how));
    return inner.some((one: any, at: any) => !Object.is(one, list[at])) ? inner : list;
  }
  if (how === 'length' || list.length === 0) return [...list, list.length === 0 ? 0 : list[list.length - 1]];
  const altered = list.map((inner: any) => SWITCH_alter(inner, how));
  if (how === 'anywhere') return [...altered, ...list];
  if (altered.some((inner: any, at: any) => !Object.is(inner, list[at]))) return altered;
  return how === 'far' ? [...list, ...list] : list.slice(0, -1);
}
