import { describe, it } from 'vitest';
import '../agents/table.ts';
import { RUNNER_CONTRACT, type RunnerSubject } from '../../src/testing/runner-contract.ts';

/** Puts a kind of runner through the contract; what it cannot do by its nature is skipped by that name. */
export function describeContract(name: string, subject: RunnerSubject): void {
  describe(`${name} keeps the contract of runners`, () => {
    for (const { title, needs, run } of RUNNER_CONTRACT) {
      const why = needs === undefined ? undefined : subject.lacks[needs];
      it(title, async (context) => {
        context.task.meta.promise = { by: name.replace(/^the (\w+) runner$/, '$1'), title, lacks: why, missing: false };
        if (why !== undefined) context.skip(`${needs}: ${why}`);
        await run(subject);
      });
    }
  });
}
