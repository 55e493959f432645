// What a proof costs beside the framework's own command: the same tests in a plain checkout, in the same rounds.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDependencies } from '../dist/engine/dependencies.js';
import { openProver } from '../dist/engine/proof.js';
import { loadFramework } from '../dist/frameworks/registry.js';
import { settled } from '../dist/sys/discard.js';
import { openRepository } from '../dist/sys/git/repository.js';
import { sandboxFor } from '../dist/sys/sandbox.js';
import { barOverhead, median } from './measure.mjs';
import { measureCycles } from './proof-cycle.mjs';
import { gitIn, PROJECTS, prepareProject, runBare, setupFor, writeRound } from './sample-projects.mjs';

const ROUNDS = 12;
const WARM_UP = 2;

export async function run() {
  console.log('\na warm proof beside the bare command, medians in ms; every round proves a tree that is new');
  console.log(`  ${''.padEnd(12)}     bare        proof           proof in the sandbox`);
  const results = [];
  for (const name of Object.keys(PROJECTS)) results.push(await measureFramework(name));
  for (const { name, bare, proof, contained } of results) {
    barOverhead(`${name}: a proof beside the bare command`, bare, proof);
    if (contained !== undefined) barOverhead(`${name}: a proof in the sandbox`, bare, contained);
  }
  await measureCycles();
}

async function measureFramework(name) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'baton-bench-')));
  try {
    return await measureIn(place, name);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function measureIn(place, name) {
  const project = PROJECTS[name];
  const checkout = join(place, 'checkout');
  mkdirSync(checkout);
  const git = gitIn(checkout);
  prepareProject(checkout, project);
  const plain = await proverFor(name, place, checkout, 'off');
  const contained =
    (await sandboxFor('auto')) === undefined ? undefined : await proverFor(name, place, checkout, 'auto');
  const times = { bare: [], proof: [], contained: [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const timed = async (kind, call) => {
      const start = performance.now();
      await call();
      if (round >= 0) times[kind].push(performance.now() - start);
    };
    writeRound(checkout, project, round);
    git('add', '--all');
    const tree = git('write-tree');
    // The first tree is the one a run starts from: what tools cache there is kept.
    const trusted = round === -WARM_UP;
    const turns = [
      () => timed('bare', () => runBare(checkout, project.bare)),
      () => timed('proof', () => prove(plain, tree, trusted)),
      ...(contained === undefined ? [] : [() => timed('contained', () => prove(contained, tree, trusted))]),
    ];
    // Each is first as often as last, and none has to wait for what another left to be cleared away.
    for (const [at] of turns.entries()) {
      await turns[(at + round + WARM_UP) % turns.length]();
      await settled();
    }
  }
  return tell(name, times);
}

async function proverFor(name, place, checkout, sandbox) {
  const dependencies = openDependencies({
    setupOf: () => setupFor(PROJECTS[name], checkout),
    checkout,
    cache: join(place, 'cache'),
    sandbox: await sandboxFor(sandbox),
  });
  const settings = { framework: await loadFramework(name), directory: '.', timeoutMs: 120_000, sandbox };
  return openProver(await openRepository(checkout), settings, dependencies);
}

async function prove(prover, tree, trusted) {
  const { report, cached } = await prover.prove(tree, { trusted });
  const sound = report.incomplete === null && report.canary === 'seen' && report.tests.length === 200;
  if (cached || !sound || report.tests.some(({ outcome }) => outcome !== 'passed'))
    throw new Error(`no proof: ${JSON.stringify({ ...report, tests: report.tests.length }, null, 2)}`);
}

function tell(name, times) {
  const [bare, proof, contained] = [times.bare, times.proof, times.contained].map((list) =>
    list.length === 0 ? undefined : median(list),
  );
  const column = (value) =>
    value === undefined
      ? '-'
      : `${value.toFixed(0).padStart(7)} ${`+${(value - bare).toFixed(0)}`.padStart(6)} ${`+${(100 * (value / bare - 1)).toFixed(0)} %`.padStart(7)}`;
  console.log(`  ${name.padEnd(12)} ${bare.toFixed(0).padStart(8)} ${column(proof)}  ${column(contained)}`);
  return { name, bare, proof, contained };
}
