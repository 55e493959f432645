import type { JournalEvent } from '../event.ts';
import type { EventData } from '../event-data.ts';
import { burnDown, count } from './amounts.ts';
import { tellChanges } from './gates.ts';
import type { StoryLine } from './story-line.ts';

export function tellStarted(data: EventData<'phase.started'>, { cycle = 1, attempt = 1 }: JournalEvent): StoryLine[] {
  const which = attempt === 1 ? '' : `, attempt ${attempt}`;
  const size = typeof data.tokens === 'number' ? ` with a package of ${count(data.tokens, 'token')}` : '';
  return [{ text: `cycle ${cycle}${which}: ${String(data.agent ?? 'the agent')} starts${size}` }];
}

export function tellCompleted(data: EventData<'phase.completed'>): StoryLine[] {
  const { commit, dropped, pending_tests: pending, completed_tests: completed } = data;
  const [done, open] = [completed?.length ?? 0, pending?.length ?? 0];
  const list = done + open === 0 ? '' : `, list ${burnDown(done, done + open)}`;
  if (dropped === true)
    return [{ mark: 'look', text: `given up, what was there before is kept: commit ${short(commit)}${list}` }];
  const completedLine: StoryLine = { mark: 'ok', text: `commit ${short(commit)}${list}` };
  if (data.passed_over === undefined) return [completedLine];
  const { phase, reason } = data.passed_over;
  return [completedLine, { mark: 'look', text: `${phase} was passed over: ${reason}` }];
}

export function tellRolledBack(data: EventData<'phase.rolled_back'>, { actor }: JournalEvent): StoryLine[] {
  const why = typeof data.reason === 'string' ? `: ${data.reason}` : '';
  const line: StoryLine = { text: `${actor} went back to ${short(data.to)}, by commit ${short(data.commit)}${why}` };
  return [line, ...(data.skipped === undefined ? [] : tellChanges([data.skipped]))];
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
