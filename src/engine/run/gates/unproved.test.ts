import { describe, expect, it } from 'vitest';
import { sampleChange } from '../../../testing/evidence-samples.ts';
import { addedFunctions } from './unproved.ts';

const FILE = 'src/cart.js';
const BEFORE = `export function total(prices) {
  if (prices.length === 0) {
    console.log('nothing to add');
    return 0;
  }
  return prices.reduce((sum, one) => sum + one);
}
`;

/** The functions that a refactoring of the file added, if tests notice only what is named. */
function added(after: string, noticed: readonly string[] = ['total'], path = FILE): readonly string[] {
  const change = sampleChange(path, path === FILE ? BEFORE : undefined, after);
  const now = change.sources?.after;
  const unnoticed = (now?.functions ?? []).filter(({ name }) => !noticed.includes(name));
  const changes = path === FILE ? [change] : [change, sampleChange(FILE, BEFORE, BEFORE)];
  return addedFunctions(
    unnoticed.map((one) => ({ ...one, path })),
    now === undefined ? [] : [now],
    changes,
  );
}

describe('a refactoring adds', () => {
  it('a function that nothing calls, to a file that was there', () => {
    expect(added(`${BEFORE}\nexport function refund(amount) {\n  return amount - 1;\n}\n`)).toEqual(['refund']);
  });

  it('a function without a name, in a new file', () => {
    expect(added('export default (amount) => amount - 1;\n', [], 'src/refund.js')).toEqual(['default']);
  });

  it('no function that stood there under another name or in another place', () => {
    const body = BEFORE.slice(BEFORE.indexOf('{'));
    expect(added(`export function sum(prices) ${body}`, [])).toEqual([]);
    expect(added(`export function sum(prices)\n${body}`, [], 'src/sum.js')).toEqual([]);
  });

  it('no function that another one calls, also where no test gets there', () => {
    const nothing = "function nothing() {\n  console.log('nothing at all to add');\n  return 0;\n}\n";
    expect(added(`${BEFORE.replace(/console[\s\S]*?return 0/, 'return nothing()')}\n${nothing}`)).toEqual([]);
  });

  it('no function that the file calls when it is loaded, or that was not in one before', () => {
    const alone = "console.log('all of this stood alone');\nconsole.log('in this file');\n";
    const wrapped = `function main() {\n${alone}}\nmain();\n`;
    expect(added(`${BEFORE}${wrapped}`)).toEqual([]);
    expect(added(`${BEFORE}${wrapped.replace('main();\n', 'export { main };\n')}`)).toEqual(['main']);
  });

  it('a function that calls only itself', () => {
    expect(added(`${BEFORE}\nfunction down(at) {\n  return at && down(at - 1);\n}\n`)).toEqual(['down']);
  });
});
