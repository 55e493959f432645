// Where the time of a run goes: a stopwatch that is told at every turn what is being done now, phase by phase.
import { subscribe } from 'node:diagnostics_channel';

/** What is not orchestration: the agent and the tests while their programs run, and what the bench itself does. */
export const SESSION = 'session';
export const TESTS = 'test run';
export const OUTSIDE = 'outside';

/** What follows an event once it is recorded. */
const AFTER = {
  'phase.started': 'start of the session',
  'session.started': 'start of the session',
  'session.ended': 'diff',
  'suspicion.raised': 'verdict',
  'gate.passed': 'commit',
  'phase.completed': 'note and branch',
};

/**
 * Wraps what a run works with, so that every moment of a phase belongs to one part. Gives one record for each phase:
 * `{ phase, cycle, tokens, parts: { name: ms }, programs, proofs }`.
 */
export function watchParts() {
  const phases = [];
  let record;
  let part = OUTSIDE;
  let since = performance.now();

  /** Begins a part. What went on since the last one began was that, unless it turns out to have been another. */
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
      enter(then ?? part);
    }
  }

  /** Programs that Baton starts; one started in a part that waits for its own program is that program. */
  function onProgram({ process }) {
    const own = { 'start of the session': SESSION, 'start of the tests': TESTS }[part];
    if (own === undefined) {
      if (record !== undefined) record.programs += 1;
      return;
    }
    const before = part;
    enter(own);
    process.once('exit', () => enter(before.replace('start', 'end')));
  }
  subscribe('child_process', onProgram);

  return {
    phases,
    onProgress(sentence) {
      if (sentence === 'preparing the workbench') {
        enter('workbench, package');
        record = { parts: {}, programs: 0, proofs: 0 };
        phases.push(record);
      }
      if (sentence === 'judging: scope' || sentence === 'judging: list') enter('scope, list');
      else if (sentence.startsWith('judging: ')) enter('proof directory');
      if (sentence.startsWith('running the tests')) enter('start of the tests', 'proof directory');
    },
    watchRunner: (runner, before) => ({
      ...runner,
      async play(request) {
        await within(OUTSIDE, 'start of the session', () => before(request));
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
      local: { ...store.local, put: (...given) => within('snapshot', part, () => store.local.put(...given)) },
      append(journal, head, event, extras) {
        if (event.type === 'phase.started') {
          Object.assign(record, { phase: event.phase, cycle: event.cycle, tokens: event.data.tokens });
        }
        return within('journal', AFTER[event.type] ?? OUTSIDE, () => store.append(journal, head, event, extras));
      },
    }),
  };
}

/** What a phase cost beside the agent and the tests. */
export function orchestration({ parts }) {
  return Object.entries(parts)
    .filter(([name]) => ![SESSION, TESTS, OUTSIDE].includes(name))
    .reduce((sum, [, ms]) => sum + ms, 0);
}
