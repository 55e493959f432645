import { expect, it } from 'vitest';
import { CODE_RULES, TEST_RULES } from './rules.ts';

const codesFor = (line: string) => CODE_RULES.filter(({ pattern }) => pattern.test(line)).map(({ code }) => code);

it.each([
  "if (process.env.npm_lifecycle_event === 'test') {",
  'globalThis.__vitest_worker__ !== undefined',
  "process.cwd().includes('baton-')",
  'process.env.BATON_PHASE',
  'process.env.NODE_TEST_WORKER_ID',
  "process.execArgv.includes('--test')",
])('%s asks whether it runs under a test', (line) => {
  expect(codesFor(line)).toContain('looks_at_test_environment');
});

it.each(['const batons = 3;', 'import { pass } from "./baton.js";', 'const jest = "a joke";'])(
  '%s does not',
  (line) => {
    expect(codesFor(line)).toEqual([]);
  },
);

const codesForTest = (line: string) => TEST_RULES.filter(({ pattern }) => pattern.test(line)).map(({ code }) => code);

it.each(["test('a', { timeout: 600_000 }, () => {", "it('a', { retry: 20 }, () => {", '@pytest.mark.flaky(reruns=5)'])(
  '%s has a test retried, or gives it a lot of time',
  (line) => {
    expect(codesForTest(line)).toEqual(['retries']);
  },
);

it.each([
  '}, 60_000);',
  'const options = { timeout: 5000, retries: 3 };',
  'expect(await retry(load, 3)).toBe(1);',
  '  expect(load()).resolves.toBe(1),',
  "monkeypatch.setattr(time, 'time', lambda: 7)",
  "vi.mock('../src/clock.js');",
  'func TestMain(m *testing.M) {',
  'assert.ok(Date.now() >= before);',
])('%s is what honest tests have', (line) => {
  expect(codesForTest(line)).toEqual([]);
});
