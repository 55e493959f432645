import fc from 'fast-check';
import { REFUSAL_CODES, type RefusalCode } from '../../src/evidence/reasons.ts';
import { EVENT_TYPES, type JournalEvent } from '../../src/workflow/event.ts';
import { ASK_KINDS, CHOICES, type EVENT_DATA, SESSION_ENDS } from '../../src/workflow/event-data.ts';
import { GATES } from '../../src/workflow/workflow-schema.ts';
import { mutate, mutation } from '../fuzz/mutate.ts';
import { hash, LIST, planned, SETTINGS } from './tale.ts';

type Wild = Partial<JournalEvent>;

/** Few names, so that events drawn one by one are often about the same thing. */
const name = fc.constantFrom('one', 'two', 'tree-0', 'constructor', '__proto__');
const commit = fc.integer({ min: 0, max: 4 }).map(hash);
const text = fc.constantFrom('', 'a word', '@fix', 'done', 'toString');
const number = fc.constantFrom(0, 1, 999, 1e308);

const reasons = fc.array(
  fc.record({ code: fc.constantFrom(...(Object.keys(REFUSAL_CODES) as RefusalCode[])), message: text }),
  {
    maxLength: 2,
  },
);

const SUSPICION = { code: 'retries', message: 'A test is retried', path: 'a.test.js', line: 1 };

const PLAUSIBLE: Readonly<Record<keyof typeof EVENT_DATA, fc.Arbitrary<object>>> = {
  'run.started': fc.constant({}),
  'trigger.raised': some(
    {
      gate: fc.constant('handoff'),
      tree: name,
      trigger: fc.constantFrom('@fix', '@escalate'),
      source: name,
      target: name,
      to: name,
      context: fc.constant({}),
      filled: fc.constant([]),
      digest: text,
    },
    9,
  ),
  'finding.opened': some({ finding: finding(), criteria: fc.subarray(['it is hashed', 'it is tested']) }, 2),
  'finding.closed': some({ sec_id: fc.constantFrom('SEC-1', 'SEC-2'), reason: text }, 2),
  'baseline.recorded': some({ tree: name, known_failing: fc.constant([]), refused: fc.subarray(['a', 'b']) }, 2),
  'phase.started': some({ handoff: name }, 1),
  'session.started': some({ session: name }, 1),
  'session.ended': some(
    {
      session: name,
      ended: fc.constantFrom(...SESSION_ENDS, 'done' as const),
      usage: fc.record({ tokens: number, usd: number, ms: number }),
      candidate: name,
      detail: text,
      retry_after_ms: number,
      status: fc.constantFrom('complete', 'blocked', 'needs_review'),
      blocked_reason: text,
      trigger: text,
      unreadable: text,
      learnt: fc.array(text, { maxLength: 12 }),
    },
    3,
  ),
  'gate.passed': fc
    .tuple(some({ gate: fc.constantFrom(...GATES), tree: name, outcome: text }, 2), fc.constantFrom({}, planned(LIST)))
    .map(([data, list]) => ({ ...data, ...list })),
  'suspicion.raised': some({ suspicions: fc.subarray([SUSPICION, { ...SUSPICION, line: 2 }]) }, 0),
  'gate.refused': some({ gate: fc.constantFrom(...GATES), tree: name, reasons }, 3),
  'phase.completed': fc
    .tuple(some({ tree: name, outcome: text }, 0), commit)
    .map(([data, id]) => ({ commit: id, workflow: 'tdd', next_phase: 'red', ...data })),
  'phase.rolled_back': some({ to: commit, commit, tree: name, list: fc.constant(LIST) }, 3),
  'person.committed': some({ commit, tree: name }, 2),
  'ask.opened': some({ ask: name, kind: fc.constantFrom(...ASK_KINDS), about: text, tree: name }, 3),
  'ask.answered': fc.record({
    ask: name,
    answer: fc.oneof(
      fc.record({ kind: fc.constant('approval'), approved: fc.boolean() }),
      fc.record({ kind: fc.constant('question'), text }),
      fc.record({ kind: fc.constant('decision'), choice: fc.constantFrom(...CHOICES) }),
    ),
  }),
  'budget.exceeded': some({ what: text }, 1),
  'run.parked': some({ reason: text, detail: text }, 0),
  'run.resumed': fc.constantFrom(
    {},
    { settings: { ...SETTINGS, attempts: 1, max_cycles: 1, approvals: ['plan', 'red'] } },
    { settings: { ...SETTINGS, budget: { usd: 1, attempts: 2, phase: { usd: 0.5, tokens: 1, minutes: 1 } } } },
  ),
  'run.completed': fc.constant({}),
  'run.aborted': fc.constant({}),
  'run.failed': some({ reason: text }, 1),
};

function finding(): fc.Arbitrary<object> {
  const told = { category: 'a', description: 'b', location: 'c', recommendation: 'd', severity: 'HIGH' };
  return fc.constantFrom('SEC-1', 'SEC-2').map((sec_id) => ({ sec_id, ...told }));
}

/** Data with the first so many keys always there, the others now and then. */
function some<Model extends Record<string, unknown>>(
  model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> },
  required: number,
): fc.Arbitrary<object> {
  return fc.record(model, { requiredKeys: Object.keys(model).slice(0, required) as (keyof Model)[] as never });
}

const ENDS = ['run.aborted', 'run.failed', 'run.started'];

/** An event that could be in a journal, about anything. Those that end everything are rare. */
export const plausibleEvent: fc.Arbitrary<Wild> = fc.oneof(
  ...Object.entries(PLAUSIBLE).map(([type, data]) => ({
    weight: ENDS.includes(type) ? 1 : 20,
    arbitrary: data.map((drawn) => ({ type, data: drawn as JournalEvent['data'] })),
  })),
);

/** A well-formed envelope round anything at all. */
export const anyEvent: fc.Arbitrary<Wild> = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...EVENT_TYPES), fc.constantFrom('run.teleported', 'constructor', '__proto__')),
    data: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
    v: fc.constantFrom(1, 1, 1, 2),
    phase: fc.constantFrom('plan', 'nowhere'),
    cycle: fc.integer({ min: 1 }),
  },
  { requiredKeys: ['type', 'data'] },
);

/** One way to damage a list of events. */
export const damage: fc.Arbitrary<(events: readonly Wild[]) => readonly Wild[]> = fc.oneof(
  place((at, events) => [...events.slice(0, at), ...events.slice(at + 1)]),
  place((at, events) => [...events.slice(0, at), ...events.slice(at, at + 3), ...events.slice(at)]),
  place((at, events) => [...events.slice(0, at), ...events.slice(at + 5), ...events.slice(at, at + 5)]),
  fc.tuple(fc.nat(), plausibleEvent).map(([at, event]) => insertAt(at, event)),
  fc.tuple(fc.nat(), anyEvent).map(([at, event]) => insertAt(at, event)),
  fc
    .tuple(fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([at, changes]) => (events: readonly Wild[]) => {
      const index = at % Math.max(1, events.length);
      const { data = {}, ...event } = events[index] ?? {};
      if (events.length === 0) return events;
      return events.with(index, { ...event, data: asData(mutate(data, changes)) });
    }),
);

function place(change: (at: number, events: readonly Wild[]) => readonly Wild[]) {
  return fc.nat().map((at) => (events: readonly Wild[]) => change(at % Math.max(1, events.length), events));
}

function insertAt(at: number, event: Wild) {
  return (events: readonly Wild[]) => {
    const index = at % (events.length + 1);
    return [...events.slice(0, index), event, ...events.slice(index)];
  };
}

function asData(value: unknown): JournalEvent['data'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JournalEvent['data']) : {};
}
