import type { OpenAsk } from '../workflow/state.ts';
import { plainLines } from './plain-text.ts';

/** What a person types to answer an ask, one way a line. */
export function waysToAnswer({ id, kind, choices }: Pick<OpenAsk, 'id' | 'kind' | 'choices'>): string[] {
  const isPossible = (way: string) => choices?.some((choice) => way.startsWith(`decide ASK ${choice}`)) ?? true;
  return WAYS[kind].filter(isPossible).map((way) => `baton ${way.replace('ASK', id)}`);
}

const WAYS: Readonly<Record<OpenAsk['kind'], readonly string[]>> = {
  approval: ['approve ASK', 'reject ASK --reason "..."'],
  question: ['answer ASK "..."'],
  decision: ['decide ASK retry --hint "..."', 'decide ASK skip', 'decide ASK rollback', 'decide ASK abort'],
};

/** An open ask as it is told at the end of a command: what it is about, and how to answer it. */
export function tellAsk(ask: OpenAsk): string[] {
  return [
    `${ask.id} waits for a person (${ask.kind}):`,
    ...plainLines(ask.about).map((line) => `  ${line}`),
    `To see exactly what it is about: baton show ${ask.id}`,
    'To answer it, one of:',
    ...waysToAnswer(ask).map((way) => `  ${way}`),
  ];
}
