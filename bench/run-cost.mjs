// What a TDD run costs beside its agents and tests: next to a shell script that checks nothing and waits for no disk,
// and at cycle 50 next to cycle 2. All drive the same fake agents, phase by phase in turn.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bar } from './measure.mjs';
import { watchParts } from './run-parts.mjs';
import { agentsFor, makeProject, openWatched, startShell } from './run-project.mjs';
import { proofsOf, tellBeside, tellGrowth } from './run-tables.mjs';

const CYCLES = 50;
const LARGE_CYCLES = 12;
/** As many cycles at the start of a run are compared with as many at its end. */
const WINDOW = 10;

export async function run() {
  const small = await inPlace((place) => measureSmall(place));
  const large = await inPlace((place) => measureBeside(place, 5_000, LARGE_CYCLES));
  const [shellSmall, shellLarge] = [tellBeside(10, small), tellBeside(5_000, large)];
  const { tokens, growth } = tellGrowth(small, CYCLES, WINDOW);
  bar('10 files: a phase beside the shell script', shellSmall, 10);
  bar('5,000 files: a phase beside the shell script', shellLarge, 8);
  bar(`tokens of the package at cycle ${CYCLES} beside cycle 2, the phase that grows most`, tokens, 1.1);
  bar(`a phase at cycle ${CYCLES} beside cycle 2`, growth, 1.2);
  bar('the whole suite is run in a cycle', Math.max(...proofsOf(small.phases), ...proofsOf(large.phases)), 5);
}

async function inPlace(measure) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'baton-bench-')));
  try {
    return await measure(place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A long run beside the shell script; its last cycles are played in turn with the first ones of another run. */
async function measureSmall(place) {
  const takeTurn = openTurns();
  const project = makeProject(join(place, 'young'), 10);
  let young;
  const old = await measureBeside(place, 10, CYCLES, async (cycle) => {
    if (cycle <= CYCLES - WINDOW) return;
    young ??= measureYoung(place, project, takeTurn).finally(takeTurn.end);
    await takeTurn();
  }).finally(takeTurn.end);
  return { ...old, young: await young };
}

/** The first cycles of a run like the long one. */
async function measureYoung(place, project, takeTurn) {
  const parking = new AbortController();
  const watch = watchParts();
  await drive(project, join(place, 'cache'), CYCLES, watch, parking, async (cycle) => {
    if (cycle > 1 + WINDOW) parking.abort();
    else if (cycle > 1) await takeTurn();
  });
  return watch.phases.filter(({ cycle }) => cycle > 1 && cycle <= 1 + WINDOW);
}

async function measureBeside(place, files, cycles, beforeSession = () => undefined) {
  const [ours, theirs] = ['ours', 'theirs'].map((name) => makeProject(join(place, name), files));
  const script = startShell(theirs, agentsFor(cycles));
  const watch = watchParts();
  const shell = [];
  try {
    await drive(ours, join(place, 'cache'), cycles, watch, undefined, async (cycle, phase) => {
      if (cycle > cycles) return;
      await beforeSession(cycle);
      shell.push({ cycle, phase, ms: await script.phase() });
      // Who waits for the disk next must not wait for what others left unwritten.
      execFileSync('sync');
    });
  } finally {
    script.close();
  }
  return { shell, phases: watch.phases.filter(({ cycle }) => cycle <= cycles) };
}

async function drive(project, cache, cycles, watch, parking, beforeSession) {
  const runs = await openWatched(project, cache, watch, ({ cycle, phase }) => beforeSession(cycle, phase));
  const config = { runner: 'command', command: agentsFor(cycles), max_cycles: cycles + 1 };
  const { run: name } = await runs.start({ request: 'powers of a number', config, acceptBaselineFailures: false });
  const { state } = await runs.drive(name, { onProgress: watch.onProgress, parking: parking?.signal });
  runs.close();
  if (state !== (parking === undefined ? 'completed' : 'parked')) throw new Error(`the run is ${state}`);
}

/** Whoever comes lets the other go on and waits for it to come, until one has ended. */
function openTurns() {
  let wake;
  let ended = false;
  const takeTurn = async () => {
    const other = wake;
    const turn = new Promise((resolve) => {
      wake = resolve;
    });
    other?.();
    if (!ended) await turn;
  };
  takeTurn.end = () => {
    ended = true;
    wake?.();
  };
  return takeTurn;
}
