import { describe, expect, it } from 'vitest';
import { SAMPLE_ROLES, sampleChange, sampleReport, sampleTest } from '../../testing/evidence-samples.ts';
import type { FileChange } from '../diff.ts';
import { rolesByGlobs } from '../file-roles.ts';
import { SUSPICION_CODES } from './suspicion.ts';
import { findSuspicions } from './suspicions.ts';

const found = (changes: readonly FileChange[], redChanges: readonly FileChange[] = []) =>
  findSuspicions({ changes, roles: SAMPLE_ROLES, redChanges }).map(({ code, line }) => `${code} ${line}`);
const inCode = (text: string, path = 'src/a.ts') =>
  found([sampleChange(path, '', text)]).map((one) => one.split(' ')[0]);
const inTest = (text: string, path = 'test/a.test.ts') =>
  found([sampleChange(path, '', text)]).map((one) => one.split(' ')[0]);

it('every code says in a sentence when it is raised', () => {
  for (const meaning of Object.values(SUSPICION_CODES)) expect(meaning).toMatch(/^[A-Z].*\.$/);
});

it('tests in a file with code are no code', () => {
  const roles = rolesByGlobs({ tests: [], support: [], config: [], mixed: ['src/**'] });
  const code = 'pub fn a() -> u8 {\n    todo!()\n}\n';
  const tests =
    '\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {\n        assert_eq!(super::a(), 1);\n    }\n}\n';
  const codes = (after: string) =>
    findSuspicions({ changes: [sampleChange('src/lib.rs', code, after)], roles }).map((one) => one.code);
  expect(codes(`${code}${tests}`)).toEqual([]);
  expect(codes(`${code.replace('todo!()', 'if cfg!(test) { 1 } else { 2 }')}${tests}`)).toEqual([
    'looks_at_test_environment',
  ]);
});

describe('code is suspicious that', () => {
  it.each([
    ['if (process.env.VITEST) return 3', 'looks_at_test_environment'],
    ['if (process.env.JEST_WORKER_ID !== undefined) {', 'looks_at_test_environment'],
    ["if (process.env.NODE_ENV === 'test') {", 'looks_at_test_environment'],
    ["if ('test' === process.env.NODE_ENV) {", 'looks_at_test_environment'],
    ['process.env.NODE_TEST_CONTEXT', 'looks_at_test_environment'],
    ['import.meta.vitest', 'looks_at_test_environment'],
    ["if 'pytest' in sys.modules:", 'looks_at_test_environment'],
    ["sys.modules.get('pytest')", 'looks_at_test_environment'],
    ["os.environ.get('PYTEST_CURRENT_TEST')", 'looks_at_test_environment'],
    ['if testing.Testing() {', 'looks_at_test_environment'],
    ['if cfg!(test) {', 'looks_at_test_environment'],
    ['#[cfg(not(test))]', 'looks_at_test_environment'],
    ['Class.forName("org.junit.jupiter.api.Test")', 'looks_at_test_environment'],
    ["typeof describe === 'function'", 'looks_at_test_environment'],
    ["process.argv.some((a) => a.includes('vitest'))", 'looks_at_test_environment'],
    ['new Error().stack', 'looks_at_callers'],
    ["if (error.stack.includes('test')) return 0;", 'looks_at_callers'],
    ["any('test_' in line.filename for line in traceback.extract_stack())", 'looks_at_callers'],
    ['strings.Contains(string(debug.Stack()), "_test.go")', 'looks_at_callers'],
    ["if (process.argv.join(' ').includes('test')) return 0;", 'looks_at_test_environment'],
    ["any('pytest' in name for name in sys.modules)", 'looks_at_test_environment'],
    ["any(key.startswith('PYTEST') for key in os.environ)", 'looks_at_test_environment'],
    ['path, _ := os.Executable()', 'looks_at_test_environment'],
    ['if std::thread::current().name() != Some("main") {', 'looks_at_test_environment'],
    ["if (!existsSync('.git')) return 0;", 'looks_at_test_environment'],
    ['if (process.execArgv.length > 0) return 0;', 'looks_at_test_environment'],
    ['Object.assign(assert, { ok() {} });', 'patches_globals'],
    ['inspect.stack()[1]', 'looks_at_callers'],
    ["import { vi } from 'vitest'", 'uses_test_framework'],
    ["const test = require('node:test')", 'uses_test_framework'],
    ['import pytest', 'uses_test_framework'],
    ['expect.extend({ toHold })', 'uses_test_framework'],
    ['globalThis.expect = () => ({})', 'patches_globals'],
    ["globalThis['setTimeout'] = f", 'patches_globals'],
    ['assert.equal = () => {}', 'patches_globals'],
    ['Array.prototype.includes = () => true', 'patches_globals'],
    ['unittest.TestCase.assertEqual = f', 'patches_globals'],
    ["readFileSync('test/a.test.ts')", 'reads_test_files'],
    ["open('tests/test_a.py')", 'reads_test_files'],
  ])('%s', (text, code) => {
    expect(inCode(text)).toContain(code);
  });

  it.each([
    'const a = 1',
    '// new Error().stack',
    ' * new Error().stack',
    "const kind = 'test'",
    'expect',
    "readFile('data.json')",
    'a.assert === b',
    'x'.repeat(3000),
    'process.exit(main())',
    'def __eq__(self, other):',
    'Error.captureStackTrace(this, Failure);',
    'self.process = start()',
  ])('%s is not', (text) => {
    expect(inCode(text)).toEqual([]);
  });

  it('only in lines that were added', () => {
    expect(
      found([sampleChange('src/a.ts', 'new Error().stack\n', 'new Error().stack\na\nnew Error().stack\n')]),
    ).toEqual(['looks_at_callers 3']);
    expect(found([sampleChange('src/a.ts', 'new Error().stack\n', undefined)])).toEqual([]);
  });

  it('all of a copied file was added', () => {
    expect(
      found([sampleChange('src/a.ts', 'new Error().stack', 'new Error().stack', { kind: 'copied', from: 'b' })]),
    ).toEqual(['looks_at_callers 1']);
  });
});

describe('a test is suspicious that', () => {
  it.each([
    ["test('a', { retry: 3 }, f)", 'retries'],
    ['jest.retryTimes(3)', 'retries'],
    ['Stack.prototype.size = 0;', 'patches_globals'],
    ['def pytest_collection_modifyitems(items):', 'patches_globals'],
  ])('%s', (text, code) => {
    expect(inTest(text)).toContain(code);
  });

  it.each([
    ["test('a', () => { expect(add(1, 2)).toBe(3) })", 'test/a.test.ts'],
    ["test('a', () => { expect(add).toBeDefined(); expect(add(1, 2)).toBe(3) })", 'test/a.test.ts'],
    ['def test_check():\n    assert isinstance(add(1, 2), int)\n    assert add(1, 2) == 3\n', 'test_a.py'],
    ["test.todo('a'); test('b'); test.skip('c', () => { d() })", 'test/a.test.ts'],
    ["test('a', () => { try { expect(f()).toBe(1) } catch (e) { throw e } })", 'test/a.test.ts'],
    ["test('a', () => { try { f() } catch (e) { expect(e).toBe(1) } })", 'test/a.test.ts'],
    ["vi.mock('left-pad')", 'test/a.test.ts'],
    ['expect.extend({ toHold: (stack, n) => ({ pass: stack.count === n }) })', 'test/a.test.ts'],
    ['def test_a():\n    with pytest.raises(E):\n        f()\n', 'test_a.py'],
    ['def test_a():\n    try:\n        f()\n    except E:\n        raise\n    assert 1 == g()\n', 'test_a.py'],
    ['func TestA(t *testing.T) { if f() != 1 { t.Fatal("x") } }', 'a_test.go'],
    ['it "adds" do end', 'a_spec.rb'],
  ])('%s is not', (text, path) => {
    expect(inTest(text, path)).toEqual([]);
  });

  it('stands in for a module', () => {
    expect(found([sampleChange('src/__mocks__/clock.ts', undefined, 'export const now = 1;')])).toEqual([
      'mocks_own_code 1',
    ]);
  });

  it('only if it was touched', () => {
    const before = 'await sleep(100);\n';
    expect(found([sampleChange('test/a.test.ts', before, `${before}const x = 1\n`)])).toEqual([]);
  });
});

describe('values of the new test in the implementation', () => {
  const red = [
    sampleChange(
      'test/a.test.ts',
      '',
      "import x from 'some-module';\ntest('the whole story', () => {\n  expect(f('input', 1234)).toBe('expected answer');\n  expect(f('a', 1)).toBe(1000);\n})",
    ),
  ];

  it.each([
    ["if (a === 1234) return 'expected answer';\nreturn 1000;", ['repeats_test_literal 1', 'repeats_test_literal 2']],
    ["return 'expected answer'", []],
    ["if (a === 1234) throw new Error('expected answer' + 1000)", []],
    ["return 'the whole story'", []],
    ["import x from 'some-module'", []],
    ["return 'other' + 1000 + 'a'", []],
  ])('%s', (text, expected) => {
    expect(found([sampleChange('src/a.ts', '', text)], red)).toEqual(expected);
  });

  it('do not count where they stood before', () => {
    expect(
      found(
        [
          sampleChange(
            'src/a.ts',
            "const a = 'expected answer'\n",
            "const a = 'expected answer'\nreturn 'expected answer'\n",
          ),
        ],
        red,
      ),
    ).toEqual([]);
  });

  it('are not looked for in a language that is not known', () => {
    expect(
      found([sampleChange('src/a.rb', '', "return 'expected answer'")], [...red, sampleChange('a_spec.rb', '', 'x')]),
    ).toEqual([]);
  });
});

it('there are never more than can be read', () => {
  expect(found([sampleChange('src/a.ts', '', 'new Error().stack\n'.repeat(500))]).length).toBe(200);
});

describe('what the new test uses is changed when', () => {
  const red = [sampleChange('test/a.test.ts', undefined, "read('../data/sums.json')")];
  it('data that it names is', () => {
    expect(found([sampleChange('data/sums.json', '[0]', '[42]')], red)).toEqual(['changes_what_tests_use 1']);
    expect(found([sampleChange('data/other.json', '[0]', '[42]')], red)).toEqual([]);
    expect(found([sampleChange('data/sums.json', undefined, '[42]')], red)).toEqual([]);
  });

  it('a check outside of tests loses an assertion', () => {
    const before = 'export function same(a, b) {\n  assert.equal(a, b);\n}\n';
    const after = 'export function same(a, b) {\n}\n';
    expect(found([sampleChange('src/check.ts', before, after)], red)).toEqual(['changes_what_tests_use 1']);
  });
});

it.each([['if (process.env.CI) return;', 'looks_at_test_environment']])(
  'a test is suspicious that has %s',
  (line, code) => {
    expect(inTest(line)).toContain(code);
  },
);

describe('an existing test in other words is suspicious in red', () => {
  const test = (body: string) => `test('adds', () => { ${body} });\n`;
  const change = sampleChange('test/a.test.ts', test('expect(sum([])).toBe(0)'), test('expect(sum).toBeDefined()'));
  const codes = (outcome: 'passed' | 'failed') => {
    const redReport = sampleReport([sampleTest(outcome, 'test/a.test.ts', 'adds')]);
    return findSuspicions({ changes: [change], roles: SAMPLE_ROLES, redReport }).map(({ code }) => code);
  };

  it('if it passes at once', () => expect(codes('passed')).toContain('changed_test_passes'));
  it('but not if it fails', () => expect(codes('failed')).not.toContain('changed_test_passes'));
});
