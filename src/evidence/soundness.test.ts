import { expect, it } from 'vitest';
import { SAMPLE_ROLES, sampleReport } from '../testing/evidence-samples.ts';
import { unsoundReasons } from './soundness.ts';

const reasons = (rewritten: readonly string[], before: readonly string[] = []) =>
  unsoundReasons(sampleReport([], { rewritten }), 'The run', sampleReport([], { rewritten: before }), SAMPLE_ROLES);

it('a run that writes to test files proves nothing', () => {
  expect(reasons(['test/stack.test.ts'])).toMatchObject([{ code: 'tests_rewritten', paths: ['test/stack.test.ts'] }]);
});

it('a run may write to code, fixtures, and test files that were written before the phase, too', () => {
  expect(reasons(['src/built.ts', 'test/fixtures/numbers.json'])).toEqual([]);
  expect(reasons(['test/stack.test.ts'], ['test/stack.test.ts'])).toEqual([]);
});
