// Where the time of a run goes: a stopwatch that is told at every turn what is being done now, phase by phase.
import { subscribe } from 'node:diagnostics_channel';

/** What is no orchestration: the agent's and the tests' programs while they run, and what the bench itself does. */
const OUTSIDE = 'outside';
const APART = ['agent', 'tests', OUTSIDE];

/** Parts in which the program of the agent or of the tests is about to be started. */
const PROGRAMS = { 'before the agent': 'agent', 'before the tests': 'tests' };

/** What follows an event once it is recorded. */
const AFTER = {
  'phase.started': 'before the agent',
  'session.started': 'before the agent',
  'session.ended': 'diff',
  'suspicion.raised': 'verdict',
  'gate.passed': 'commit',
  'phase.completed': 'note, branch',
};

/** What begins with a sentence about progress; the time before it may turn out to have been something else. */
const TOLD = [
  ['judging: scope', 'scope, list'],
  ['judging: list', 'scope, list'],
  ['judging: ', 'proof directory'],
  ['running the tests', 'before the tests', 'proof directory'],
];

/**
 * Wraps what a run works with, so that every moment of a phase belongs to one part. Gives a record for each phase:
 * `{ phase, cycle, tokens, parts: { name: ms }, programs, proofs }`.
 */
export function watchParts() {
  const phases = [];
  let record;
  let part = OUTSIDE;
  let since = performance.now();

  function enter(next, was = part) {
    const now = performance.now();
    if (record !== undefined) record.parts[was] = (record.parts[was] ?? 0) + now - since;
    [part, since] = [next, now];
  }

  async function within(name, then, work) {
    enter(name);
    try {
      return await work();
    } finally {
      enter(then);
    }
  }

  subscribe('child_process', ({ process }) => {
    const [before, own] = [part, PROGRAMS[part]];
    if (own === undefined && part !== OUTSIDE && record !== undefined) record.programs += 1;
    if (own === undefined) return;
    enter(own);
    process.once('exit', () => enter(before.replace('before', 'after')));
  });

  return {
    phases,
    onProgress(sentence) {
      if (sentence === 'preparing the workbench') {
        enter('workbench, package');
        record = { parts: {}, programs: 0, proofs: 0 };
        phases.push(record);
      }
      const [, next, was] = TOLD.find(([start]) => sentence.startsWith(start)) ?? [];
      if (next !== undefined) enter(next, was);
    },
    /** `before` is called at the start of every session, outside all measuring. */
    watchRunner: (runner, before) => ({
      ...runner,
      async play(request) {
        await within(OUTSIDE, 'before the agent', () => before(request));
        return within(part, 'snapshot', () => runner.play(request));
      },
    }),
    watchFramework: (framework) => ({
      ...framework,
      run(request) {
        if (record !== undefined && request.selection.files === undefined) record.proofs += 1;
        return within(part, 'verdict', () => framework.run(request));
      },
    }),
    watchStore: (store) => ({
      ...store,
      append(journal, head, event, extras) {
        if (event.type === 'phase.started') {
          Object.assign(record, { phase: event.phase, cycle: event.cycle, tokens: event.data.tokens });
        }
        return within('journal', AFTER[event.type] ?? OUTSIDE, () => store.append(journal, head, event, extras));
      },
    }),
  };
}

/** What a phase cost beside the agent and the tests, in milliseconds. */
export function orchestration({ parts }) {
  return ownParts(parts).reduce((sum, [, ms]) => sum + ms, 0);
}

/** The parts of a phase that are orchestration. */
export function ownParts(parts) {
  return Object.entries(parts).filter(([name]) => !APART.includes(name));
}
