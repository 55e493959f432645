import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine, plainLines } from '../plain-text.ts';
import type { Run } from '../program.ts';

const MARKS = { good: 'ok  ', limited: 'note', bad: 'BAD ' } as const;

/** Tells what was found, what was detected and what one trial run of the tests showed. */
export const run: Run = async ({ cwd, json, output }) => {
  const baton = await openBaton({ cwd });
  const diagnosis = await baton.diagnose((sentence) => {
    if (output.interactive) output.err(sentence);
  });
  if (json) {
    output.out(JSON.stringify(diagnosis, null, 2));
  } else {
    for (const { topic, state, told, remedy } of diagnosis.findings) {
      output.out(`${MARKS[state]} ${topic.padEnd(10)} ${oneLine(told)}`);
      for (const line of remedy === undefined ? [] : plainLines(remedy)) output.out(`     ${line}`);
    }
  }
  return diagnosis.findings.some(({ state }) => state === 'bad') ? EXIT.refused : EXIT.done;
};
