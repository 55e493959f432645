import { describe, expect, it } from 'vitest';
import { vitest } from '../../frameworks/vitest/vitest.ts';
import { TDD } from '../../workflow/tdd.ts';
import { writeRule } from './gate-scope.ts';
import type { Pinned } from './pinned.ts';
import type { Moment } from './turn.ts';

const tests = { files: vitest.testFiles, support: vitest.supportFiles, config: vitest.configFiles, mixed: [] };

function why(phase: string, path: string): string | undefined {
  const moment = { state: { workflow: TDD, phase } } as unknown as Moment;
  return writeRule(moment, { pinned: { tests } as unknown as Pinned })(path);
}

describe('what an agent is told before it writes', () => {
  it.each([
    ['plan', 'test-list.md', true],
    ['plan', 'src/sum.ts', false],
    ['red', 'src/sum.test.ts', true],
    ['red', 'src/sum.ts', false],
    ['red', 'test-list.md', false],
    ['green', 'src/sum.ts', true],
    ['green', 'package.json', true],
    ['green', 'src/sum.test.ts', false],
    ['green', 'src/__snapshots__/sum.test.ts.snap', false],
    ['green', 'vitest.config.ts', false],
    ['green', 'baton.yaml', false],
    ['green', 'CLAUDE.md', false],
    ['refactor', 'src/sum.test.ts', true],
    ['refactor', 'node_modules/sum/index.js', false],
  ])('in %s of %s: %s', (phase, path, may) => {
    expect(why(phase, path) === undefined).toBe(may);
  });

  it('says why', () => {
    expect(why('green', 'src/sum.test.ts')).toBe('src/sum.test.ts holds tests and stays as it is in this phase.');
    expect(why('plan', 'src/sum.ts')).toMatch(/^src\/sum\.ts: this phase may change only .*test-list\.md/);
  });
});
