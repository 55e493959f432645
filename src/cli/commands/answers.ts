import { BatonError } from '../../base/error.ts';
import type { Answer } from '../../engine/run/answer.ts';
import { openBaton } from '../../open.ts';
import { nearest } from '../../protocol/config.ts';
import { CHOICES, type Choice } from '../../workflow/event-data.ts';
import { currentUser, optional, required, textOrFile } from '../arguments.ts';
import { driveRun } from '../drive-run.ts';
import { EXIT } from '../exit-code.ts';
import type { CommandContext, Run } from '../program.ts';

export const approve: Run = answering((_words, options) => {
  if (options.skip === undefined) return { kind: 'approval', approved: true };
  return { kind: 'approval', approved: true, skip: { reason: required(options, 'skip', '--skip') } };
});

export const reject: Run = answering((_words, options) => ({
  kind: 'approval',
  approved: false,
  reason: required(options, 'reason', '--reason'),
}));

export const answer: Run = answering((words, _options, { cwd }) => {
  const text = textOrFile(words.join(' '), cwd);
  if (text.trim() !== '') return { kind: 'question', text };
  throw new BatonError('usage', 'The answer is empty. Give it as text, or as @file.');
});

export const decide: Run = answering(([choice = ''], options) => {
  const hint = optional(options, 'hint');
  return { kind: 'decision', choice: choiceOf(choice), ...(hint === undefined ? {} : { hint }) };
});

/** Records an answer and says how the run goes on, or goes on with it at once. */
function answering(
  read: (words: readonly string[], options: Record<string, unknown>, context: CommandContext) => Answer,
): Run {
  return async (context, [ask = '', ...words], options) => {
    const given = read(words, options, context);
    const { cwd, output, json } = context;
    const baton = await openBaton({ cwd });
    const view = await baton.runs.answer(ask, given, currentUser());
    if (options.resume === true) return driveRun(context, baton, view.run);
    if (json) output.out(JSON.stringify(view, null, 2));
    else output.out(`Recorded for ${ask}. To go on: baton resume ${view.run}`);
    return EXIT.done;
  };
}

function choiceOf(word: string): Choice {
  const choice = CHOICES.find((known) => known === word);
  if (choice !== undefined) return choice;
  const near = nearest(word, CHOICES);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new BatonError('usage', `${JSON.stringify(word)} is no decision (expected ${CHOICES.join(', ')}).${hint}`);
}
