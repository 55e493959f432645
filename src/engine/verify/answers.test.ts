import { describe, expect, it } from 'vitest';
import type { Entry } from '../../store/store.ts';
import type { UserSecret } from '../../sys/user-secret.ts';
import type { OpenAsk } from '../../workflow/state.ts';
import { type Answer, bound } from '../run/answer.ts';
import { checkAnswer } from './answers.ts';
import type { Step } from './past.ts';

const ASK: OpenAsk = { id: 'ask-1', kind: 'question', about: 'Which?', reason: undefined, tree: undefined };
const ANSWER: Answer = { kind: 'question', text: 'This.' };
const SECRET: UserSecret = {
  id: 'key',
  sign: (text) => `signed ${text}`,
  verify: (text, given) => given === `signed ${text}`,
};

/** What is told of an answer that was signed as vouched for or not, and recorded with some data. */
function look(signedAsVouched: boolean, data: Readonly<Record<string, unknown>>) {
  const signature = SECRET.sign(bound('sum', ASK, ANSWER, signedAsVouched));
  const event = { type: 'ask.answered', data: { ask: 'ask-1', answer: ANSWER, key: 'key', signature, ...data } };
  const step = { entry: { event } as unknown as Entry, moment: { run: 'sum', state: { ask: ASK } } } as unknown as Step;
  const told = { problems: [] as string[], unchecked: [] as string[] };
  checkAnswer(step, [], SECRET, {
    problem: (what) => told.problems.push(what),
    unchecked: (what) => told.unchecked.push(what),
  });
  return told;
}

describe('an answer in the record', () => {
  it('stands if a person gave it and its signature is theirs', () => {
    expect(look(true, { authenticated: true })).toEqual({ problems: [], unchecked: [] });
  });

  it('is nobody in particular if a program gave it', () => {
    const { problems, unchecked } = look(false, { authenticated: false, vouched: false });
    expect(problems).toEqual([]);
    expect(unchecked).toEqual(['who answered: a program did, and nobody was asked.']);
  });

  it('of a program cannot be called authenticated, nor made a person afterwards', () => {
    expect(look(false, { authenticated: true, vouched: false }).problems).toEqual([
      'it is said to be authenticated, but a program gave it and nobody was asked.',
    ]);
    expect(look(false, { authenticated: true }).problems.join()).toContain('is not what was signed');
  });
});
