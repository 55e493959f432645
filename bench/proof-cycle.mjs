// What the proofs of one cycle cost beside one plain run of the suite: agents that take no time, and every run of tests by its kind.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settled } from '../dist/sys/discard.js';
import { bar, median } from './measure.mjs';
import { openWatched } from './run-project.mjs';
import { gitIn, PROJECTS, prepareProject, runBare, writeRound } from './sample-projects.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const PLAIN_RUNS = 3;
const BAR = 4;

/** `only`: names of frameworks; all that have a cycle without. */
export async function measureCycles(only = Object.keys(PROJECTS)) {
  console.log('\nthe proofs of one cycle beside one plain run after a change of one file; 200 tests, medians in ms');
  const results = [];
  for (const name of only.filter((each) => PROJECTS[each].cycle !== undefined)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await inPlace((place) => measureCycle(place, name)));
    results.push(tell(name, rounds));
  }
  for (const { name, ratio } of results) bar(`${name}: the proofs of a cycle beside a plain run`, ratio, BAR);
}

async function inPlace(measure) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'baton-bench-')));
  try {
    return await measure(place);
  } finally {
    await settled();
    rmSync(place, { recursive: true, force: true });
  }
}

async function measureCycle(place, name) {
  const project = PROJECTS[name];
  const [checkout, plain] = ['checkout', 'plain'].map((directory) => {
    mkdirSync(join(place, directory));
    prepareProject(join(place, directory), project);
    return join(place, directory);
  });
  const git = gitIn(checkout);
  git('config', 'user.name', 'bench');
  git('config', 'user.email', 'bench@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message=start');
  // The first run warms what is built.
  await runBare(plain, project.bare);
  const before = await timePlain(plain, project, 0);
  const watch = watchProofs(project.cycle);
  await play(checkout, join(place, 'cache'), join(place, 'agent.sh'), project, watch);
  const after = await timePlain(plain, project, PLAIN_RUNS);
  return { plain: median([...before, ...after]), ...watch.seen };
}

/** Plain runs, each after a change of one file. */
async function timePlain(directory, project, first) {
  const times = [];
  for (let run = 0; run < PLAIN_RUNS; run++) {
    writeRound(directory, project, first + run);
    const start = performance.now();
    await runBare(directory, project.bare);
    times.push(performance.now() - start);
  }
  return times;
}

async function play(checkout, cache, script, project, watch) {
  writeFileSync(script, agentScript(project.cycle));
  const runs = await openWatched(
    checkout,
    cache,
    watch,
    () => undefined,
    // What the checkout has installed is copied: no tool has to fetch anything.
    () => undefined,
  );
  const config = { runner: 'command', command: `sh ${script}`, max_cycles: 2 };
  const { run } = await runs.start({ request: 'the third power', config, acceptBaselineFailures: false });
  const { state } = await runs.drive(run, { onProgress: watch.onProgress });
  runs.close();
  if (state !== 'completed') throw new Error(`the run is ${state}: ${JSON.stringify(watch.refusals, null, 2)}`);
}

/** Plays every agent of one cycle. */
function agentScript({ test, code: [path, text], tidied, also = ':' }) {
  const put = (to, content) => `mkdir -p "$(dirname ${to})"\ncat > ${to} << 'END'\n${content}END`;
  return `case $BATON_PHASE in
plan)
if [ -f test-list.md ]; then sed -i '1s/.*/# Looked at once more/' test-list.md; exit; fi
printf '# Powers\n\n- [ ] the third power\n' > test-list.md
;;
red)
${put(...test)}
;;
green)
${put(path, text)}
${also}
;;
refactor)
${put(path, tidied)}
;;
esac
`;
}

const GATES = ['red', 'green', 'refactor'];

/** Notes every run of tests by phase and kind, and how long the gates took that make them. */
function watchProofs({ test: [testPath, testText], code: [codePath] }) {
  const seen = { runs: [], provingMs: 0, baselineMs: 0 };
  const refusals = [];
  let gate;
  let since = 0;
  const kindOf = ({ directory, selection }) => {
    const read = (path) => (existsSync(join(directory, path)) ? readFileSync(join(directory, path), 'utf8') : '');
    if (/\bsw[0-9a-f]{8}/.test(read(codePath))) return 'sabotage';
    if (gate !== undefined && read(testPath) !== testText) return 'contrary';
    return selection.files === undefined ? 'suite' : 'selected';
  };
  return {
    seen,
    refusals,
    onProgress(sentence) {
      const [, next] = /^judging: (\w+)$/.exec(sentence) ?? [];
      if (!GATES.includes(next)) return;
      [gate, since] = [next, performance.now()];
    },
    watchRunner: (runner) => runner,
    watchFramework: (framework) => ({
      ...framework,
      async run(request) {
        const kind = gate === undefined ? 'baseline' : `${gate}: ${kindOf(request)}`;
        const start = performance.now();
        const report = await framework.run(request);
        const ms = performance.now() - start;
        if (gate === undefined) seen.baselineMs += ms;
        else seen.runs.push({ kind, ms });
        return report;
      },
    }),
    watchStore: (store) => ({
      ...store,
      append(journal, head, event, extras) {
        if (event.type === 'gate.refused') refusals.push(event.data);
        if (event.type === 'gate.passed' && event.data.gate === gate) {
          seen.provingMs += performance.now() - since;
          gate = undefined;
        }
        return store.append(journal, head, event, extras);
      },
    }),
  };
}

/** The middle one of all rounds by its ratio. */
function tell(name, rounds) {
  const byRatio = rounds.toSorted((one, other) => one.provingMs / one.plain - other.provingMs / other.plain);
  const { plain, provingMs, baselineMs, runs } = byRatio[Math.floor(byRatio.length / 2)];
  const ratio = provingMs / plain;
  console.log(
    `  ${name}: plain run ${plain.toFixed(0)}, proofs ${provingMs.toFixed(0)} in ${runs.length} runs, x${ratio.toFixed(1)}; once a run, its baseline: ${baselineMs.toFixed(0)}`,
  );
  for (const kind of new Set(runs.map((run) => run.kind))) {
    const own = runs.filter((run) => run.kind === kind);
    const ms = own.reduce((sum, run) => sum + run.ms, 0);
    console.log(`    ${kind.padEnd(22)} ${String(own.length).padStart(2)} x ${ms.toFixed(0).padStart(8)} ms`);
  }
  return { name, ratio };
}
