import type { JournalEvent } from '../event.ts';
import type { EventData } from '../event-data.ts';
import type { StoryLine } from './story-line.ts';

export function tellAsked({ ask, kind, about }: EventData<'ask.opened'>): StoryLine[] {
  return [{ mark: 'ask', text: `${ask} (${kind}): ${about}` }];
}

export function tellAnswered(data: EventData<'ask.answered'>, { actor }: JournalEvent): StoryLine[] {
  return [{ text: `${actor} ${answerWords(data.answer)}${unproved(data)}` }];
}

/** Why nobody can prove that a person gave an answer. */
function unproved({ authenticated, vouched }: EventData<'ask.answered'>): string {
  if (vouched === false) return ' (unauthenticated: a program answered, and nobody was asked)';
  return authenticated === false ? ' (unauthenticated: no sandbox kept the agent from answering)' : '';
}

function skipped(skip: { readonly reason: string } | undefined): string {
  return skip === undefined ? '' : `, and passed over what comes next: ${skip.reason}`;
}

function answerWords(answer: EventData<'ask.answered'>['answer']): string {
  switch (answer.kind) {
    case 'approval':
      if (!answer.approved) return `did not approve: ${answer.reason ?? 'no reason was given'}`;
      return `approved${answer.reason === undefined ? '' : `: ${answer.reason}`}${skipped(answer.skip)}`;
    case 'question':
      return `answered: ${answer.text}`;
    case 'decision':
      return `decided: ${answer.choice}${answer.hint === undefined ? '' : ` (${answer.hint})`}`;
  }
}
