import { describeExceeded } from '../budget.ts';
import type { JournalEvent } from '../event.ts';
import { EVENT_DATA, type EventData, type RunEventType } from '../event-data.ts';
import { count, passing } from './amounts.ts';
import { tellAnswered, tellAsked } from './asks.ts';
import { passedIn, tellBaseline, tellChanges, tellPassed, tellRefused, tellSuspicions } from './gates.ts';
import { tellClosed, tellOpened, tellRaised } from './handoffs.ts';
import { tellCompleted, tellRolledBack, tellStarted } from './phases.ts';
import { tellSession } from './sessions.ts';
import type { StoryLine } from './story-line.ts';

/** What an event means to a person. */
export function tellEvent(event: JournalEvent): readonly StoryLine[] {
  const other = OTHERS[event.type];
  if (other !== undefined) return other(event.data);
  const teller = TELLERS[event.type as RunEventType] as Teller<RunEventType> | undefined;
  if (teller === undefined) return [{ text: `${event.type} by ${event.actor}` }];
  const data = EVENT_DATA[event.type as RunEventType].safeParse(event.data);
  if (!data.success) return [{ mark: 'look', text: `event ${event.seq} (${event.type}) cannot be understood` }];
  return teller(data.data as EventData<RunEventType>, event);
}

type Teller<Type extends RunEventType> = (data: EventData<Type>, event: JournalEvent) => readonly StoryLine[];

const TELLERS: { readonly [Type in RunEventType]: Teller<Type> } = {
  'run.started': ({ request, branch }, { run }) => [
    {
      text: `${run} on branch ${branch}`,
      more: [request.length > LONGEST ? `${request.slice(0, LONGEST)} ...` : request],
    },
  ],
  'baseline.recorded': tellBaseline,
  'phase.started': tellStarted,
  'session.started': () => [],
  'session.ended': tellSession,
  'gate.passed': tellPassed,
  'gate.refused': tellRefused,
  'suspicion.raised': tellSuspicions,
  'trigger.raised': tellRaised,
  'finding.opened': tellOpened,
  'finding.closed': tellClosed,
  'phase.completed': tellCompleted,
  'phase.rolled_back': tellRolledBack,
  'person.committed': ({ commit }) => [
    { text: `a person committed ${commit.slice(0, 12)} on the branch; the tests are run again` },
  ],
  'ask.opened': tellAsked,
  'ask.answered': tellAnswered,
  'budget.exceeded': ({ what }) => [{ mark: 'no', text: describeExceeded(what) }],
  'run.parked': ({ reason, detail }) => [{ text: `parked: ${detail ?? reason ?? 'no reason was given'}` }],
  'run.resumed': ({ changed = [] }) => [
    { text: changed.length === 0 ? 'resumed' : `resumed with other settings (${changed.join(', ')})` },
  ],
  'run.completed': tellEnd,
  'run.aborted': ({ reason }, { actor }) => [
    { mark: 'no', text: `aborted by ${actor}: ${reason ?? 'no reason was given'}` },
  ],
  'run.failed': ({ reason, output }) => [
    { mark: 'no', text: `failed: ${reason}`, more: typeof output === 'string' ? [output.slice(-LONGEST)] : [] },
  ],
};

/** What of the list was done, where there is one, what of it was not, that the tests pass, and what is suspected. */
function tellEnd(data: EventData<'run.completed'>): StoryLine[] {
  const { tests = 0, totals, changes = [], nothing_to_do: nothing, suspicions = 0 } = data;
  const done = [
    ...(nothing === undefined ? [] : [`nothing to do, confirmed by ${nothing.by}`]),
    ...(tests === 0 ? [] : [`${count(tests, 'test')} of the list`]),
    ...(totals === undefined ? [] : [passing(passedIn(totals))]),
  ];
  const ending = suspicions === 0 ? 'completed' : `completed, with ${count(suspicions, 'suspicion')}`;
  return [
    {
      mark: suspicions === 0 ? 'ok' : 'look',
      text: [ending, ...(done.length === 0 ? [] : [done.join('; ')])].join(': '),
    },
    ...tellChanges(changes),
  ];
}

const LONGEST = 1_000;

const OTHERS: Readonly<Record<string, (data: JournalEvent['data']) => readonly StoryLine[]>> = {
  'redaction.made': ({ redactions }) =>
    (Array.isArray(redactions) ? redactions : []).map(({ field, kind }: { field?: unknown; kind?: unknown }) => ({
      mark: 'look' as const,
      text: `taken out as a secret: ${String(field)} (${String(kind)})`,
    })),
};
