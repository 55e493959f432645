import { describe, expect, it } from 'vitest';
import { failed, passed, sampleReport } from '../../testing/evidence-samples.ts';
import { sampleSource } from '../../testing/sample-source.ts';
import { contraryFile as contraryOf, judgeContrary, stillPassing } from './contrary.ts';

const SALT = 70_000;

const seen = (path: string, name: string) => sampleReport([passed(path, name)]).tests;

function contraryFile(path: string, text: string, tests: ReturnType<typeof seen>, salt: number) {
  const source = sampleSource(path, text);
  return source === undefined ? undefined : contraryOf(source, tests, salt);
}

/** What a test's lines become. */
function contrary(path: string, ...lines: string[]) {
  const isPython = path.endsWith('.py');
  const text = isPython
    ? `def test_works():\n${lines.map((line) => `    ${line}\n`).join('')}`
    : `test('works', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
  const file = contraryFile(path, text, seen(path, isPython ? 'test_works' : 'works'), SALT);
  return file?.text
    .split('\n')
    .slice(1, 1 + lines.length)
    .map((line) => line.trim());
}

describe('a test that is made to expect something else', () => {
  it.each([
    ['assert.equal(sum([1, 2]), 3);', 'assert.equal(sum([1, 2]), 70003);'],
    ["assert.strictEqual(greet('you'), 'hello you');", "assert.strictEqual(greet('you'), 'hello you70000');"],
    ['assert.deepEqual(pair(1), [1, { a: 2 }]);', "assert.deepEqual(pair(1), '70000');"],
    ['assert.equal(3, sum([1, 2]));', 'assert.equal(70003, sum([1, 2]));'],
    ['expect(sum([1, 2])).toBe(3);', 'expect(sum([1, 2])).toBe(70003);'],
    ['expect(last(list)).toBe(t);', "expect(last(list)).toBe('70000');"],
    ['expect(stack.isEmpty()).toBe(true);', 'expect(stack.isEmpty()).toBe(false);'],
    ['expect(await all()).toEqual(expected);', "expect(await all()).toEqual('70000');"],
    ['await expect(all()).resolves.toEqual([1]);', "await expect(all()).resolves.toEqual('70000');"],
    ["expect(name).to.equal('a');", "expect(name).to.equal('a70000');"],
    ['t.is(sum([]), 0);', 't.is(sum([]), 70000);'],
    ['deepEqual(pair(), other)', "deepEqual(pair(), '70000')"],
    ['return assert.equal(sum([]), 0)', 'return assert.equal(sum([]), 70000)'],
    ['sum([]).should.equal(0)', 'sum([]).should.equal(70000)'],
    ['assert.ok(sum([]) === 0);', 'assert.ok(sum([]) === 70000);'],
    ["assert(name(1) == 'a', 'why');", "assert(name(1) == 'a70000', 'why');"],
  ])('JavaScript: %s', (line, becomes) => {
    expect(contrary('a.test.js', line)).toEqual([becomes]);
  });

  it.each([
    ['assert total([1, 2]) == 3', 'assert total([1, 2]) == 70003'],
    ['assert total([1, 2]) == 3, "adds"', 'assert total([1, 2]) == 70003, "adds"'],
    ['assert names() == ["a", "b"]', "assert names() == '70000'"],
    ['self.assertEqual(total([]), 0)', 'self.assertEqual(total([]), 70000)'],
  ])('Python: %s', (line, becomes) => {
    expect(contrary('test_a.py', line)).toEqual([becomes]);
  });

  it.each([
    'assert.ok(sum([]) === 0 || other());',
    'assert.ok(!(sum([]) === 0));',
    'assert.ok(sum([]) >= 0);',
    'assert.ok(sum([]) === undefined);',
  ])('not where more is asked than whether it is one value: %s', (line) => {
    expect(contrary('a.test.js', line)).toBeUndefined();
  });

  it('Go: what a condition compares with before it fails the test', () => {
    const text = (value: string) =>
      `package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tif got := Sum(nil); got != ${value} {\n\t\tt.Errorf("got %d", got)\n\t}\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n`;
    expect(contraryFile('a_test.go', text('0'), seen('a_test.go', 'TestA'), SALT)?.text).toBe(text('71'));
    expect(contraryFile('a_test.go', text('want'), seen('a_test.go', 'TestA'), SALT)).toBeUndefined();
  });

  it('Rust: both sides of assert_eq', () => {
    const text = '#[test]\nfn works() {\n    assert_eq!(sum(&[1, 2]), 3);\n}\n';
    expect(contraryFile('tests/a.rs', text, seen('tests/a.rs', 'works'), SALT)?.text).toContain('74');
  });

  it.each([
    ['a.test.js', 'expect(sum([1])).not.toBe(3);'],
    ['a.test.js', 'assert.throws(() => assert.equal(sum(), 3));'],
    ['a.test.js', 'expect(() => check.equal(1, 2)).toThrow();'],
    ['a.test.js', 'assert.ok(sum([1]) > 0);'],
    ['a.test.js', 'const total = sum([1, 2]);'],
    ['a.test.js', 'assert.ok(!deepEqual([1], [2]));'],
    ['a.test.js', 'assert(!point.equals(other));'],
    ['a.test.js', 'const same = equal(1, 2);'],
    ['a.test.js', 'if (!equal(1, 2)) throw new Error();'],
    ['test_a.py', 'self.assertFalse(point.equals(other))'],
    ['test_a.py', 'assert total([1]) == 1 or total([2]) == 2'],
    ['test_a.py', 'assert total([1]) > 0'],
    ['test_a.py', 'with pytest.raises(ValueError) as error: assert total([1]) == 3'],
    ['test_a.py', 'with self.assertRaises(ValueError): self.assertEqual(total([1]), 3)'],
    ['a.test.go', 'assert.Equal(t, 1, sum())'],
  ])('nothing is guessed in %s: %s', (path, line) => {
    expect(contrary(path, line)).toBeUndefined();
  });

  it('changes the tests that are asked for, and all that they compare', () => {
    const text = `test('one', () => {
  assert.equal(f(1), 1);
  assert.equal(f(2), 2);
});
test('two', () => {
  assert.equal(f(3), 3);
});
`;
    const file = contraryFile('a.test.js', text, seen('a.test.js', 'one'), SALT);
    expect(file?.text).toBe(text.replace('f(1), 1', 'f(1), 70001').replace('f(2), 2', 'f(2), 70002'));
    expect(file?.altered).toEqual([['a.test.js::one']]);
  });
});

describe('what passes all the same', () => {
  const file = { path: 'a.test.js', text: '', altered: [['a.test.js::one'], ['a.test.js::two 1', 'a.test.js::two 2']] };

  it('is refused by name', () => {
    const report = sampleReport([
      passed('a.test.js', 'one'),
      failed('a.test.js', 'two 1'),
      passed('a.test.js', 'two 2'),
    ]);
    expect(stillPassing([file], report)).toEqual(['a.test.js::one']);
    expect(judgeContrary(['a.test.js::one'])).toMatchObject([
      { code: 'expectation_ignored', tests: ['a.test.js::one'], message: expect.stringContaining('a.test.js::one') },
    ]);
  });

  it('is nothing where the tests failed, did not run, or nobody looked', () => {
    expect(stillPassing([file], sampleReport([failed('a.test.js', 'one')]))).toEqual([]);
    expect([judgeContrary([]), judgeContrary(undefined)]).toEqual([[], []]);
  });
});
