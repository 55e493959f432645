import { describe, expect, it } from 'vitest';
import type { Syntax } from '../../code/syntax.ts';
import { sampleChange } from '../../testing/evidence-samples.ts';
import {
  callsNothing,
  isByChance,
  nextMode,
  regardOf,
  suspectFunction,
  suspectTests,
  type Target,
  type Trial,
  targetsIn,
} from './sabotage.ts';

const CODE = `export function add(a, b) {
  return a + b;
}

export function log(a) {
  console.log(a);
}
`;

const node = (start: number, end: number): Syntax => ({
  ...{ type: 'x', field: undefined, isNamed: true, parent: undefined, children: [] },
  ...{ start, end },
});
const fact = (name: string, results: readonly Syntax[] = []) => {
  const start = CODE.indexOf(`function ${name}`);
  const [whole, body] = [node(start, CODE.indexOf('}', start)), node(start, start)];
  return { name, node: whole, body, isExpression: false, results, parameters: [] };
};
const source = {
  ...{ path: 'src/a.js', text: CODE, root: node(0, CODE.length), unreadable: [] },
  functions: [fact('add', [node(36, 41)]), fact('log')],
  exports: [],
  found: { tests: [], groups: [], imports: [] },
};
const [add, log] = targetsIn([source], [sampleChange('src/a.js', undefined, CODE)], []) as [Target, Target];
const trials = (...given: readonly (readonly [Trial['mode'], ...string[]])[]): Trial[] =>
  given.map(([mode, ...noticedBy]) => ({ mode, noticedBy }));

describe('the functions that are sabotaged', () => {
  it('are all of a new file, by number and line', () => {
    expect([add, log].map(({ name, number, line }) => [name, number, line])).toEqual([
      ['add', 1, 1],
      ['log', 2, 5],
    ]);
  });

  it('are those with a changed line in a file that was there', () => {
    const change = sampleChange('src/a.js', CODE.replace('(a);', '(b);'), CODE);
    expect(targetsIn([source], [change], []).map(({ name }) => name)).toEqual(['log']);
  });
});

describe('what is tried on a function', () => {
  it('begins with another result of the same type and ends when a test notices', () => {
    expect(nextMode(add, [], true)).toBe('near');
    expect(nextMode(add, trials(['near']), true)).toBe('far');
    expect(nextMode(add, trials(['near', 'a test'], ['far', 'a test']), true)).toBeUndefined();
    expect(
      nextMode(
        add,
        trials(['near'], ['far'], ['same'], ['vary'], ['data'], ['effect'], ['empty'], ['anywhere'], ['able']),
        true,
      ),
    ).toBeUndefined();
  });

  it('goes on where a test noticed the first other result, until it notices one more or none', () => {
    expect(nextMode(add, trials(['near', 'a test']), true)).toBe('far');
    expect(nextMode(add, trials(['near', 'a test'], ['far']), true)).toBe('same');
    expect(nextMode(add, trials(['near', 'a test'], ['far'], ['same']), true)).toBeUndefined();
  });

  it('tells a test that sees what is done from one that sees only that something is', () => {
    expect(nextMode(log, trials(['effect', 'a test']), true)).toBeUndefined();
    expect(nextMode(log, trials(['effect'], ['empty', 'a test']), true)).toBe('acted');
    expect(nextMode(log, trials(['effect'], ['empty', 'a test'], ['acted']), true)).toBeUndefined();
    expect(nextMode(add, trials(['near', 'a test'], ['far'], ['same', 'a test']), true)).toBeUndefined();
  });

  it('does not begin with results that never reach a test', () => {
    expect(nextMode(add, [], false)).toBe('empty');
    expect(nextMode(add, trials(['empty']), false)).toBe('anywhere');
  });

  it('is less where nothing is returned', () => {
    expect(nextMode(log, [], true)).toBe('effect');
    expect(nextMode(log, trials(['effect']), true)).toBe('empty');
    expect(nextMode(log, trials(['effect'], ['empty']), true)).toBe('able');
  });
});

describe('what tests make of a function', () => {
  it.each([
    ['noticed', trials(['near', 'a test'], ['far', 'a test'])],
    ['noticed', trials(['near', 'a test'], ['far'], ['same', 'a test'])],
    // It only rules out what happens to be one more.
    ['result_unchecked', trials(['near', 'a test'], ['far'], ['same'])],
    ['noticed', trials(['near'], ['far'], ['data'], ['empty', 'a test'])],
    ['result_unchecked', trials(['near'], ['far'], ['data', 'a test'])],
    ['unnoticed', trials(['empty'], ['able', 'a test'])],
    ['untried', trials(['empty'], ['able'])],
    ['noticed', trials(['near'], ['data'], ['empty'], ['able', 'a test'], ['something', 'a test'])],
    ['result_unchecked', trials(['near'], ['data', 'a test'], ['something', 'a test'])],
    ['noticed', trials(['effect', 'a test'])],
    ['loose', trials(['near'], ['far'], ['same', 'a test'])],
    ['loose_effect', trials(['effect'], ['empty', 'a test'], ['acted', 'a test'])],
    // Nothing of what these do can be seen or changed from outside: a message to the console, a private field, a request.
    ['noticed', trials(['effect'], ['empty', 'a test'], ['acted'])],
    ['noticed', trials(['near'], ['far'], ['data'], ['effect'], ['empty', 'a test'], ['acted'])],
    ['noticed', trials(['empty', 'a test'])],
  ] as const)('is %s', (expected, tried) => {
    expect(regardOf(tried, { ...add, parameters: ['a'] }, [])).toBe(expected);
  });

  it('is no looser than it can be where results go by chance', () => {
    const call = (given: string, returned?: string) => ({ number: 1, given, returned });
    const isLucky = (...calls: Parameters<typeof isByChance>[1]) => isByChance(add, calls, CODE);
    expect(isLucky(call('[1]', '3'), call('[2]', '4'), call('[1]', '3'))).toBe(false);
    expect(isLucky(call('[1]'), call('[1]', '3'), call('[1]', '5'))).toBe(true);
    expect(isLucky({ ...call('[1]', '3'), number: 2 }, call('[1]', '5'))).toBe(false);
    const method = CODE.replace('a + b', 'this.a++');
    const body = { ...add.body, start: 0, end: method.length };
    const others = [call('[]', '1'), call('[]', '2')];
    expect(isByChance({ ...add, number: 1, body }, others, method)).toBe(false);
    const receiver = { ...add.body, field: 'receiver' };
    expect(isByChance({ ...add, number: 1 }, others, CODE)).toBe(true);
    expect(isByChance({ ...add, number: 1, node: { ...add.node, children: [receiver] } }, others, CODE)).toBe(false);
  });

  it('cannot be told where test files need the function to be loaded at all', () => {
    const lost: Trial = { mode: 'empty', noticedBy: [], isLost: true };
    const ended: Trial = { mode: 'able', noticedBy: ['a test'], isLost: true };
    expect(regardOf([lost, { ...lost, mode: 'anywhere' }, ended], { ...log, parameters: ['a'] }, [])).toBe('untried');
    expect(regardOf([lost, ...trials(['anywhere']), ended], { ...log, parameters: ['a'] }, [])).toBe('unnoticed');
    expect(regardOf([lost, ended, ...trials(['something'])], { ...log, parameters: ['a'] }, [])).toBe('untried');
  });

  it('says that tests notice nothing where they call nothing, and where all of it could be tried', () => {
    const [apart, lost] = [trials(['empty'], ['something']), { mode: 'empty', noticedBy: [], isLost: true } as const];
    expect(callsNothing(apart, [])).toBe(true);
    expect(callsNothing(apart, [{ number: 1, given: '[1]' }])).toBe(false);
    expect(callsNothing([...apart, lost], [])).toBe(false);
    expect(callsNothing([...apart, ...trials(['empty', 'a test'])], [])).toBe(false);
  });

  it('is unchecked where a test only compares its results with each other', () => {
    const varied = trials(['near'], ['far'], ['same'], ['vary', 'a test']);
    expect(regardOf(varied, add, [])).toBe('result_unchecked');
    expect(regardOf(varied, add, trials(['near', 'another test']))).toBe('result_unchecked');
    expect(regardOf(varied, add, trials(['near', 'a test']))).toBe('noticed');
  });

  it('is trivial where it only makes an object, or shows one as text', () => {
    const unnoticed = trials(['empty'], ['able', 'a test']);
    expect(regardOf(unnoticed, { ...add, parameters: [] }, [])).toBe('trivial');
    expect(regardOf(unnoticed, { ...add, name: 'Stack.toString', parameters: ['a'] }, [])).toBe('trivial');
    expect(regardOf(unnoticed, { ...add, name: 'Stack.fmt', parameters: ['a'] }, [])).toBe('trivial');
    expect(regardOf(unnoticed, { ...add, name: 'fmt', parameters: ['a'] }, [])).toBe('unnoticed');
    expect(regardOf(trials(['near'], ['data', 'a test']), { ...add, parameters: [] }, [])).toBe('result_unchecked');
  });

  it('is suspicious where its result or all it does may be another', () => {
    expect(suspectFunction(add, 'noticed')).toEqual([]);
    expect(suspectFunction(add, 'untried')).toEqual([]);
    expect(suspectFunction(add, 'result_unchecked')).toMatchObject([
      { code: 'result_unchecked', path: 'src/a.js', line: 1 },
    ]);
    expect(suspectFunction(log, 'unnoticed')).toMatchObject([{ code: 'function_unchecked', line: 5 }]);
    expect(suspectFunction(log, 'loose_effect')).toMatchObject([{ code: 'result_loosely_checked', line: 5 }]);
    expect(suspectTests([{ id: 'a.test.js::adds', file: 'a.test.js' }])).toMatchObject([
      { code: 'notices_nothing', path: 'a.test.js', message: expect.stringContaining('a.test.js::adds') },
    ]);
    expect(suspectTests([])).toEqual([]);
  });
});
