// What a TDD run costs beside its agents and tests: at cycle 50 beside cycle 2, and beside a shell script that checks
// nothing. Both drive the same fake agents, phase by phase in turn.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { loadAgents } from '../dist/engine/agents.js';
import { openRuns } from '../dist/engine/run/runs.js';
import { detectFrameworks } from '../dist/frameworks/detect.js';
import { loadFramework } from '../dist/frameworks/registry.js';
import { setupFor } from '../dist/frameworks/setup.js';
import { loadRunner } from '../dist/runners/registry.js';
import { openGitStore } from '../dist/store/git/git-store.js';
import { openRepository } from '../dist/sys/git/repository.js';
import { TDD } from '../dist/workflow/tdd.js';
import { bar, median } from './measure.mjs';
import { orchestration, watchParts } from './run-parts.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const PHASES = ['plan', 'red', 'green', 'refactor'];

export async function run() {
  const small = await measureProject(10, Number(process.env.CYCLES ?? 50));
  const large = process.env.LARGE === '0' ? 0 : await measureProject(5_000, Number(process.env.CYCLES ?? 12));
  console.log(JSON.stringify(small));
}

async function measureProject(files, cycles) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'baton-bench-')));
  try {
    return await measureIn(place, files, cycles);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function measureIn(place, files, cycles) {
  const [ours, theirs] = ['ours', 'theirs'].map((name) => makeProject(join(place, name), files));
  const command = `sh ${here('fake-agent.sh')} ${cycles}`;
  const shell = startShell(theirs, command);
  const shellTimes = [];
  const watch = watchParts();
  const runs = await openWatched(ours, join(place, 'cache'), watch, async ({ phase, cycle }) => {
    if (cycle > cycles) return;
    shellTimes.push({ phase, cycle, ms: await shell.phase() });
    execFileSync('sync');
  });
  const config = { runner: 'command', command, max_cycles: cycles + 1 };
  const { run } = await runs.start({ request: 'powers of a number', config, acceptBaselineFailures: false });
  const { state } = await runs.drive(run, { onProgress: watch.onProgress });
  runs.close();
  shell.close();
  if (state !== 'completed') throw new Error(`the run is ${state}`);
  tell(files, watch.phases, shellTimes);
  return 0;
}

function tell(files, phases, shellTimes) {
  console.log(files, 'files');
  for (const cyc of [2, 3, 4, 5, 6, 8, 10, 12, 46, 47, 48, 49, 50]) {
    const own = phases.filter((p) => p.cycle === cyc);
    if (own.length === 0) continue;
    console.log(
      cyc,
      own
        .map((p) => `${p.phase} ${orchestration(p).toFixed(0)}ms ${p.tokens}tok ${p.programs}prog ${p.proofs}proofs`)
        .join(' | '),
      '| shell',
      shellTimes
        .filter((p) => p.cycle === cyc)
        .map(({ ms }) => ms.toFixed(0))
        .join(' '),
    );
  }
  for (const phase of PHASES) {
    const own = phases.filter((p) => p.phase === phase && p.cycle > 1);
    const names = [...new Set(own.flatMap((p) => Object.keys(p.parts)))];
    console.log(
      phase,
      median(own.map(orchestration)).toFixed(1),
      'shell',
      median(shellTimes.filter((p) => p.phase === phase).map(({ ms }) => ms)).toFixed(1),
    );
    for (const n of names) console.log('   ', n.padEnd(24), median(own.map((p) => p.parts[n] ?? 0)).toFixed(1));
  }
}

async function openWatched(directory, cache, watch, before) {
  const repository = await openRepository(directory);
  return openRuns({
    repository,
    store: watch.watchStore(openGitStore(repository)),
    catalogue: {
      detect: detectFrameworks,
      load: async (name) => watch.watchFramework(await loadFramework(name)),
      setupOf: setupFor,
    },
    cache: () => cache,
    agents: () => loadAgents(repository, {}),
    workflow: async () => TDD,
    runner: async ({ runner, command }) =>
      watch.watchRunner(await loadRunner(runner, { repository: directory, command }), before),
  });
}

function makeProject(directory, files) {
  const write = (path, text) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const manifest = { name: 'powers', private: true, type: 'module', scripts: { test: 'node --test test/' } };
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write('.gitignore', 'node_modules\n');
  write('src/powers.js', 'export function identity(base) {\n  return base;\n}\n');
  write('test/powers.test.js', TEST);
  for (let n = 4; n < files; n++) write(`src/part-${Math.floor(n / 50)}/module-${n}.js`, moduleText(n));
  const git = (...args) => execFileSync('git', args, { cwd: directory });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'bench');
  git('config', 'user.email', 'bench@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message=start');
  git('gc', '--quiet');
  return directory;
}

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as powers from '../src/powers.js';

test('the identity gives its argument', () => {
  assert.equal(powers.identity(2), 2);
});
`;

function moduleText(n) {
  const lines = Array.from({ length: 30 }, (_, line) => `export const value${line} = ${n * 100 + line};`);
  return `// Module ${n}\n${lines.join('\n')}\n`;
}

function startShell(project, command) {
  const child = spawn('bash', [here('shell-orchestrator.sh'), project, command], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  return {
    async phase() {
      child.stdin.write('\n');
      const [line] = await once(lines, 'line');
      return Number(line) / 1000;
    },
    close: () => child.stdin.end(),
  };
}
