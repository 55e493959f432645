import { COMMON, type EffectProgram, NOTHING, PLAIN } from './program.ts';

export const JAVASCRIPT: EffectProgram = {
  path: 'src/sample.mjs',
  code: `export function each(list, tell) {
  for (const one of list) tell(one * 2);
}
export const restock = (stock, more) => { stock.milk += more; };
export class Cart {
  total = 0;
  names = [];
  #seen = 0;
  add(name, price) {
    this.total += price;
    this.names.push(name);
  }
  keep() { this.#seen++; }
}
export const check = (n) => {
  if (n < 0) throw new RangeError('must be positive');
};
export const parse = (text) => text.length.of;
export function ring(bell) { bell(); }
export function look(list) { let sum = 0; for (const one of list) sum += one; Math.max(sum); }
export function* counted() { try { yield 1; } finally { void 0; } }
export async function later(list) { await null; list.push(1); }
export const fill = async (list) => { await null; list.push(await list.length); };
export const wait = async (n) => { await null; throw new RangeError('too late: ' + n); };
export const pushed = (list, one) => list.push(one);
`,
  caller: [
    'main.mjs',
    `import { Cart, check, counted, each, fill, later, look, parse, pushed, restock, ring, wait } from './src/sample.mjs';
const told = [];
each([1, 2], (one) => told.push(one));
const stock = { milk: 1 };
restock(stock, 4);
const cart = new Cart();
cart.add('milk', 7);
cart.keep();
ring(() => {});
look([1, 2]);
const tried = (call, name) => {
  try { call(); return 'nothing'; } catch (error) { return (error.constructor.name === name ? (name === 'TypeError' ? 'language' : 'refused ') : 'other ') + (name === 'TypeError' ? '' : error.message); }
};
const late = [...counted()];
await later(late);
await fill(late);
pushed(late, 4);
await wait(3).catch((error) => late.push(error.message));
const rest = late.join() === '1,1,2,4,too late: 3' ? [] : [late.join()];
console.log([told.join(' '), stock.milk, [cart.total, ...cart.names].join(' '), tried(() => check(-1), 'RangeError'), tried(() => parse(undefined), 'TypeError'), ...rest].join('|'));
`,
  ],
  run: ['node', 'main.mjs'],
  needs: ['node', '--version'],
  plain: PLAIN,
  rows: [
    ...COMMON,
    ...NOTHING,
    ['later', 'effect', `${PLAIN}|1,2,2,4,too late: 3`],
    ['fill', 'effect', `${PLAIN}|1,1,3,4,too late: 3`],
    ['pushed', 'effect', `${PLAIN}|1,1,2,5,too late: 3`],
    ['pushed', 'empty', `${PLAIN}|1,1,2,too late: 3`],
    ['wait', 'message', `${PLAIN}|1,1,2,4,upp mbuf: 4`],
    ['counted', 'acted', PLAIN],
  ],
  ends: [
    ['check', /^\[-1\]$/, /^the error RangeError: must be positive$/],
    ['parse', /^\[undefined\]$/, /^an error$/],
    ['wait', /^\[3\]$/, /^the error RangeError: too late: 3$/],
    ['restock', /^\[\{milk: 1\}, 4\]$/, /^left \[\{milk: 5\}, 4\]$/],
  ],
};
