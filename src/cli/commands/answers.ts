import { BatonError } from '../../base/error.ts';
import type { Answer } from '../../engine/run/answer.ts';
import { openBaton } from '../../open.ts';
import { nearest } from '../../protocol/config.ts';
import { CHOICES, type Choice } from '../../workflow/event-data.ts';
import { currentUser, optional, required, textOrFile } from '../arguments.ts';
import { chooseAsk, looksLikeAsk, openAsksOf, type WaitingAsk } from '../choose-ask.ts';
import { driveRun, inputOf } from '../drive-run.ts';
import { EXIT } from '../exit-code.ts';
import { cut, oneLine } from '../plain-text.ts';
import type { CommandContext, Run } from '../program.ts';

export const approve: Run = answering(first, (_words, options) => {
  if (options.skip === undefined) return { kind: 'approval', approved: true, ...commentOf(options) };
  const skip = { reason: required(options, 'skip', '--skip') };
  return { kind: 'approval', approved: true, skip, ...commentOf(options) };
});

export const reject: Run = answering(first, (_words, options) => ({
  kind: 'approval',
  approved: false,
  reason: required(options, 'reason', '--reason'),
}));

export const answer: Run = answering(
  // The text may be anything: its first word is an id only if it can be nothing else.
  ([word = '', ...rest], open) => {
    const isAsk = word.startsWith('ask-') || (rest.length > 0 && looksLikeAsk(word) && isOneOf(open, word));
    return isAsk ? [word, rest] : [undefined, [word, ...rest]];
  },
  (words, _options, { cwd }) => {
    const text = textOrFile(words.join(' '), cwd);
    if (text.trim() !== '') return { kind: 'question', text };
    throw new BatonError('usage', 'The answer is empty. Give it as text, or as @file.');
  },
);

export const decide: Run = answering(
  ([word = '', ...rest]) => (rest.length > 0 || looksLikeAsk(word) ? [word, rest] : [undefined, [word]]),
  ([choice = ''], options) => {
    const hint = optional(options, 'hint');
    return { kind: 'decision', choice: choiceOf(choice), ...(hint === undefined ? {} : { hint }) };
  },
);

/** Which of the words on the command line names the ask, if any does, and the others. */
type Split = (
  words: readonly string[],
  open: readonly WaitingAsk[],
) => readonly [string | undefined, readonly string[]];

function first([ask, ...rest]: readonly string[]): readonly [string | undefined, readonly string[]] {
  return [ask, rest];
}

function isOneOf(open: readonly WaitingAsk[], word: string): boolean {
  return open.some(({ id }) => id.startsWith(`ask-${word.toLowerCase()}`));
}

/** Records an answer and says how the run goes on, or goes on with it at once. */
function answering(
  split: Split,
  read: (words: readonly string[], options: Record<string, unknown>, context: CommandContext) => Answer,
): Run {
  return async (context, args, options) => {
    const { cwd, output, json } = context;
    const baton = await openBaton({ cwd });
    const open = openAsksOf(await baton.runs.list());
    const [word, words] = split(args, open);
    const given = read(words, options, context);
    // An id in full goes to the engine as it is: of one that is closed it knows who answered it, and when.
    const ask = word !== undefined && WHOLE_ID.test(word) ? word : chooseAsk(open, word).id;
    const view = await baton.runs.answer(ask, given, currentUser());
    if (options.resume === true) return driveRun(context, baton, view.run, { input: inputOf(context, options) });
    if (json) output.out(JSON.stringify(view, null, 2));
    else {
      const { about = '' } = open.find(({ id }) => id === ask) ?? {};
      output.out(`Recorded for ${ask} (${cut(oneLine(about), LONGEST_ABOUT)}). To go on: baton resume ${view.run}`);
    }
    return EXIT.done;
  };
}

const WHOLE_ID = /^ask-[0-9a-f]{8}$/;
const LONGEST_ABOUT = 80;

function commentOf(options: Record<string, unknown>): { reason?: string } {
  const comment = optional(options, 'comment');
  return comment === undefined ? {} : { reason: comment };
}

function choiceOf(word: string): Choice {
  const choice = CHOICES.find((known) => known === word);
  if (choice !== undefined) return choice;
  const near = nearest(word, CHOICES);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new BatonError('usage', `${JSON.stringify(word)} is not a decision (expected ${CHOICES.join(', ')}).${hint}`);
}
