import type { JournalEvent } from '../event.ts';
import type { EventData, SessionUsage } from '../event-data.ts';
import { count, elapsed, grouped, spent } from './amounts.ts';
import type { StoryLine } from './story-line.ts';

type Ended = EventData<'session.ended'>;

/** How a session ended. What the agent says of its work is told as its own words. */
export function tellSession(data: Ended, { actor }: JournalEvent): StoryLine[] {
  const cost = tellUsage(data.usage);
  return [...ENDS[data.ended](data, actor, cost), ...unreadable(data), ...trespass(data)];
}

/** How long it took and what it used: `after 0:27 (0:19 at the service), 7 turns, 12,300 tokens (400 out), $0.04`. */
function tellUsage({ tokens, usd, ms, ...told }: SessionUsage): string {
  const { output_tokens: output = 0, cache_read_tokens: cached = 0, turns = 0, service_ms: service = 0 } = told;
  const kinds = [
    ...(output > 0 ? [`${grouped(output)} out`] : []),
    ...(cached > 0 ? [`${grouped(cached)} cached`] : []),
  ];
  return [
    `after ${elapsed(ms)}${service > 0 ? ` (${elapsed(service)} at the service)` : ''}`,
    ...(turns > 0 ? [count(turns, 'turn')] : []),
    ...spent({ tokens, usd }, kinds),
    ...(told.claimed === true ? ['by its own account'] : []),
  ].join(', ');
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
  lost: (data) => [
    { mark: 'look', text: 'the session was lost and is played again; it uses up no attempt', more: tail(data) },
  ],
};

function claim(summary: string | undefined): string {
  return summary === undefined ? '' : `; it says: ${shortened(summary)}`;
}

function unreadable({ unreadable: why }: Ended): StoryLine[] {
  return why === undefined ? [] : [{ mark: 'look', text: `its result cannot be read: ${why}` }];
}

/** It may have been the user: nobody kept the agent from it, and nobody saw who it was. */
function trespass({ outside = [] }: Ended): StoryLine[] {
  if (outside.length === 0) return [];
  const what = 'changed in your repository while it ran, and no sandbox kept it in';
  return [{ mark: 'look', text: `${shortened(outside.join(', '))} ${what}` }];
}

const LONGEST_CLAIM = 300;
const MOST_LINES = 12;

function shortened(text: string): string {
  const characters = [...text.trim().replaceAll(/\s+/g, ' ')];
  const kept = characters
    .slice(0, LONGEST_CLAIM - 1)
    .join('')
    .trimEnd();
  return characters.length <= LONGEST_CLAIM ? characters.join('') : `${kept}…`;
}

/** The end of what a program printed is where it says why. */
function tail({ detail = '' }: Ended): string[] {
  if (detail === '') return [];
  return detail.trim().split('\n').slice(-MOST_LINES);
}
