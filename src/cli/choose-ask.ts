import { BatonError } from '../base/error.ts';
import { hasEnded } from '../engine/run/facts.ts';
import type { RunView } from '../engine/run/view.ts';
import type { OpenAsk } from '../workflow/state.ts';
import { cut, oneLine } from './plain-text.ts';

/** An open ask and the run it belongs to. */
export interface WaitingAsk extends OpenAsk {
  readonly run: string;
}

export function openAsksOf(views: readonly RunView[]): readonly WaitingAsk[] {
  return views.filter((view) => !hasEnded(view)).flatMap(({ run, asks }) => asks.map((ask) => ({ ...ask, run })));
}

/** Whether a word can be the id of an ask or the beginning of one, with or without `ask-`. */
export function looksLikeAsk(word: string): boolean {
  return /^(?:ask-.*|[0-9a-f]{1,8})$/i.test(word);
}

/** The open ask that is meant: by its id, by the beginning of it, or the only one there is where none is named. */
export function chooseAsk(open: readonly WaitingAsk[], word: string | undefined): WaitingAsk {
  const found = word === undefined ? open : open.filter(({ id }) => isMeant(id, word));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const problem = word === undefined ? `${found.length} asks are open` : `${JSON.stringify(word)} is ambiguous`;
    throw ambiguous(`${problem}. Name one:`, found);
  }
  if (open.length === 0) {
    const named = word === undefined ? '' : ` There is no open ask ${JSON.stringify(word)}.`;
    throw new BatonError('not_found', `No ask is open.${named} \`baton status\` shows all runs.`);
  }
  throw new BatonError(
    'not_found',
    [`There is no open ask ${JSON.stringify(word)}. Open (baton status):`, ...listed(open)].join('\n'),
  );
}

function isMeant(id: string, word: string): boolean {
  const digits = word.toLowerCase().replace(/^ask-/, '');
  return digits !== '' && id.slice('ask-'.length).startsWith(digits);
}

function ambiguous(problem: string, asks: readonly WaitingAsk[]): BatonError {
  return new BatonError('usage', [problem, ...listed(asks)].join('\n'), { data: { asks: asks.map(({ id }) => id) } });
}

function listed(asks: readonly WaitingAsk[]): string[] {
  return asks.map(({ id, run, kind, about }) => `  ${id}  ${run} (${kind}): ${cut(oneLine(about), 60)}`);
}
