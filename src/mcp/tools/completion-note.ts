import { z } from 'zod';
import { BatonError } from '../../base/error.ts';
import type { Told } from '../tool.ts';
import { unknownHandle, type Works } from '../works.ts';
import { type Suite, suiteShape, tellCheck } from './suite.ts';

const SEEN = 'Seen by Baton:';

/**
 * What is recorded when a handoff is completed: the summary, and above it what Baton itself saw if there is a check. A
 * summary that looks as if Baton had said it is marked.
 */
export function noteWith(summary: string, check: string | undefined, works: Works): string {
  const claimed = summary.replaceAll(LOOKS_SEEN, (line) => `(claimed) ${line}`);
  if (check === undefined) return claimed;
  const suite = suiteFrom(check, works);
  return `${SEEN} ${tellCheck(suite)} Tree ${suite.tree}, ${suite.framework}, ${suite.sandbox}.\n\n${claimed}`;
}

const LOOKS_SEEN = /^[^\p{L}\n]*seen\s+by\s+baton/gimu;

function suiteFrom(handle: string, works: Works): Suite {
  const found = works.find(handle);
  if (found === undefined) throw unknownHandle(handle);
  if (found.state === 'running') {
    throw new BatonError('wrong_status', `The work ${handle} has not ended. Wait for it: run_status with this handle.`);
  }
  const { success, data } = z.object(suiteShape).safeParse((found.value as Told<unknown> | undefined)?.data);
  if (success) return data;
  throw new BatonError(
    'invalid_input',
    `${handle} is no run_test_suite that came to its end. Run one, and give its handle.`,
  );
}
