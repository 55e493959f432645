import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { describeCheck } from '../verify-words.ts';

/** Checks the record: that it is as it was written, and, unless only that is asked, that it holds what it says. */
export const run: Run = async ({ cwd, json, output }, [runId], options) => {
  const baton = await openBaton({ cwd });
  const found = options.journal === true ? await baton.verifyJournals(runId) : await baton.verify(runId);
  output.out(json ? JSON.stringify(found, null, 2) : describeCheck(found));
  return found.problems.length === 0 ? EXIT.done : EXIT.refused;
};
