import { describe, expect, it } from 'vitest';
import { BatonError } from '../../../base/error.ts';
import type { TestReport } from '../../../evidence/report.ts';
import { passed, sampleReport } from '../../../testing/evidence-samples.ts';
import type { Prover } from '../../proof.ts';
import { proveCandidate } from './prove-candidate.ts';

const BASE = sampleReport([passed('a.test.ts', 'adds')]);

/** Proofs that are known beforehand, by tree. */
function proverOf(known: Readonly<Record<string, TestReport | BatonError>>): Prover {
  return {
    async prove(tree) {
      const report = known[tree];
      if (report === undefined || report instanceof BatonError) throw report;
      return { tree, report, cached: false, sandbox: 'none', dependencies: 'none' };
    },
    series: () => Promise.reject(new Error('nothing is done but proofs')),
    within: () => Promise.reject(new Error('nothing is done but proofs')),
  };
}

const MISSING = new BatonError('missing_program', 'vitest is not installed in the project.');
const UNWRITABLE = new BatonError('storage_failed', 'The disk is full.');

describe('a candidate', () => {
  it('is proved like any tree', async () => {
    expect(await proveCandidate('new', 'base', proverOf({ new: BASE }))).toBe(BASE);
  });

  it('that keeps its tests from being started shows nothing, and says why', async () => {
    expect(await proveCandidate('new', 'base', proverOf({ new: MISSING, base: BASE }))).toMatchObject({
      framework: BASE.framework,
      tests: [],
      incomplete: MISSING.message,
    });
  });

  it('is not to blame where the tests of its base cannot be started either', async () => {
    await expect(proveCandidate('new', 'base', proverOf({ new: MISSING, base: MISSING }))).rejects.toBe(MISSING);
  });

  it('is not to blame for what has nothing to do with it', async () => {
    await expect(proveCandidate('new', 'base', proverOf({ new: UNWRITABLE, base: BASE }))).rejects.toBe(UNWRITABLE);
  });
});
