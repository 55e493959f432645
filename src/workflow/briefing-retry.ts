import { trimMiddle } from '../base/trim.ts';
import { type Reason, showName } from '../evidence/reasons.ts';
import type { Fact } from '../handoff/prompt.ts';
import { needed, own } from './briefing-facts.ts';
import type { RunState } from './state.ts';

/** What was wrong with the last attempt, where its files are, and what people said since. */
export function retryFacts({ told, phase }: RunState): (Fact | undefined)[] {
  const { reasons, trouble, repair, hint, question, answer } = told;
  const before = `Baton and the last session of ${phase}`;
  const isRetry = reasons.length > 0 || trouble !== undefined;
  return [
    needed('Why the last attempt was refused', reasons.map(reasonText).join('\n'), before, {
      share: 800,
      isTask: true,
    }),
    needed('How it failed in the last attempt', failuresText(reasons), 'the test run', { share: 900 }),
    needed('What went wrong the last time', trouble, before, { share: 400 }),
    isRetry || repair !== undefined ? own('Your files', repair === undefined ? STARTED_ANEW : KEPT) : undefined,
    needed('Hint', hint, 'a person', { share: 500, isTask: true }),
    needed('Your question', question, `an earlier session of ${phase}`, { share: 300 }),
    needed('The answer to it', answer, 'a person', { share: 500, isTask: true }),
  ];
}

const STARTED_ANEW = 'Your changes of the last attempt were taken back: the files are as they were before it.';
const KEPT = 'Your changes of the last attempt are still there: go on from them.';

/** A reason with the paths and tests it is about, those that its message does not name as well. */
function reasonText({ code, message, paths = [], tests = [] }: Reason): string {
  const unnamed = [...paths, ...tests].map(showName).filter((name) => !message.includes(name));
  const shown = unnamed.slice(0, MOST_NAMED).map((name) => `  - ${name}`);
  const more = unnamed.length - shown.length;
  return [`- ${code}: ${message}`, ...shown, ...(more > 0 ? [`  - and ${more} more`] : [])].join('\n');
}

const MOST_NAMED = 20;

/** Every failure with its whole assertion; each loses its middle before one of them is left out. */
function failuresText(reasons: readonly Reason[]): string {
  const failures = reasons.flatMap((reason) => reason.failures ?? []);
  const share = Math.floor(MAX_FAILURES_TEXT / Math.max(1, failures.length));
  return failures.map(({ name, text }) => `${showName(name)}\n${trimMiddle(text, share)}`).join('\n\n');
}

const MAX_FAILURES_TEXT = 3_200;
