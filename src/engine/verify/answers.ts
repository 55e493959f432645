import type { UserSecret } from '../../sys/user-secret.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { areContained, bound } from '../run/answer.ts';
import type { Teller } from './findings.ts';
import type { Step } from './past.ts';

/**
 * Checks who gave an answer, as far as that can be told: by the secret of the person at this machine. Answers that were
 * given elsewhere bear signatures of secrets that are not here.
 */
export function checkAnswer(
  { entry: { event }, moment: { run, state } }: Step,
  before: readonly JournalEvent[],
  secret: UserSecret | undefined,
  tell: Teller,
): void {
  const { answer, signature, key, authenticated, vouched } = event.data as EventData<'ask.answered'>;
  const contained = areContained(before);
  if (!contained) tell.unchecked('who answered: an agent that ran without a sandbox could have done so.');
  if (vouched === false) tell.unchecked('who answered: a program did, and nobody was asked.');
  if (authenticated === true && vouched === false) {
    tell.problem('it is said to be authenticated, but a program gave it and nobody was asked.');
  }
  if (authenticated === true && !contained) {
    tell.problem('it is said to be authenticated, but an agent ran without a sandbox before it.');
  }
  const isSigned = typeof signature === 'string' && state.ask !== undefined;
  if (isSigned && secret?.verify(bound(run, state.ask, answer, vouched !== false), signature) === true) return;
  if (!isSigned) tell.problem('the answer bears no signature.');
  else if (secret !== undefined && key === secret.id) {
    tell.problem("the answer is not what was signed with this machine's key: it, or what was asked, was changed.");
  } else tell.unchecked('the signature of an answer: it was made with a key that is not on this machine.');
}
