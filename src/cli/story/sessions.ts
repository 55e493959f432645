import type { JournalEvent } from '../../workflow/event.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { elapsed, spent } from '../amounts.ts';
import { cut, oneLine } from '../plain-text.ts';
import type { StoryLine } from './line.ts';

type Ended = EventData<'session.ended'>;

/** How a session ended. What the agent says of its work is told as its own words. */
export function tellSession(data: Ended, { actor }: JournalEvent): StoryLine[] {
  const cost = [`after ${elapsed(data.usage.ms)}`, ...spent(data.usage)].join(', ');
  return [...ENDS[data.ended](data, actor, cost), ...unreadable(data)];
}

type TellEnd = (data: Ended, agent: string, cost: string) => StoryLine[];

const ENDS: Readonly<Record<Ended['ended'], TellEnd>> = {
  done: ({ status, blocked_reason: why, summary }, agent, cost) =>
    status === 'blocked'
      ? [{ mark: 'ask', text: `${agent} is blocked (${why ?? 'unknown'}) ${cost}` }]
      : [{ text: `${agent} is done ${cost}${claim(summary)}` }],
  failed: (data, agent, cost) => [{ mark: 'no', text: `${agent} failed ${cost}`, more: tail(data) }],
  timed_out: (data, agent, cost) => [
    { mark: 'no', text: `${agent} was ended, its time was up, ${cost}`, more: tail(data) },
  ],
  service: (data) => [
    { mark: 'look', text: 'a service is limited or cannot be reached; tried again', more: tail(data) },
  ],
  unavailable: (data, agent) => [{ mark: 'no', text: `${agent} cannot work here`, more: tail(data) }],
  interrupted: (_, agent, cost) => [{ text: `${agent} was ended by an interruption ${cost}; it uses up no attempt` }],
  lost: () => [{ mark: 'look', text: 'the session was lost, nobody saw its end; it uses up no attempt' }],
};

function claim(summary: string | undefined): string {
  return summary === undefined ? '' : `; it says: ${cut(oneLine(summary), LONGEST_CLAIM)}`;
}

function unreadable({ unreadable: why }: Ended): StoryLine[] {
  return why === undefined ? [] : [{ mark: 'look', text: `its result cannot be read: ${why}` }];
}

const LONGEST_CLAIM = 300;
const MOST_LINES = 12;

/** The end of what a program printed is where it says why. */
function tail({ detail = '' }: Ended): string[] {
  return detail.trim().split('\n').slice(-MOST_LINES);
}
