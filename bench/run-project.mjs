// What a measured run works on: a project of so many files, Baton in it with a stopwatch, and the shell script beside it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openSourceReader } from '../dist/code/reader.js';
import { loadAgents } from '../dist/engine/agents.js';
import { openRuns } from '../dist/engine/run/runs.js';
import { builtInWorkflow } from '../dist/engine/workflows.js';
import { detectFrameworks } from '../dist/frameworks/detect.js';
import { projectCommand } from '../dist/frameworks/project-command.js';
import { loadFramework } from '../dist/frameworks/registry.js';
import { setupFor } from '../dist/frameworks/setup.js';
import { loadRunner } from '../dist/runners/registry.js';
import { openGitStore } from '../dist/store/git/git-store.js';
import { openRepository } from '../dist/sys/git/repository.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The command of the agents; the list they write has so many tests. */
export const agentsFor = (tests) => `sh ${here('fake-agent.sh')} ${tests}`;

/** A repository with one commit of so many files. */
export function makeProject(directory, files) {
  const write = (path, text) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const manifest = { name: 'powers', private: true, type: 'module', scripts: { test: 'node --test test/' } };
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write('.gitignore', 'node_modules\n');
  write('src/powers.js', 'export const identity = (base) => base;\n');
  write('test/powers.test.js', TEST);
  for (let n = 4; n < files; n++) write(`src/part-${Math.floor(n / 50)}/module-${n}.js`, moduleText(n));
  const git = (...args) => execFileSync('git', args, { cwd: directory });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'bench');
  git('config', 'user.email', 'bench@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message=start');
  git('gc', '--quiet');
  makeObjectFolders(directory);
  return directory;
}

/**
 * The folders git makes for objects as they come. A disk puts a file near its folder, and making one takes up to ten
 * times as long where many were deleted in the last minutes: projects whose folders are made together have equal luck.
 */
function makeObjectFolders(directory) {
  for (let n = 0; n < 256; n++) {
    mkdirSync(join(directory, '.git/objects', n.toString(16).padStart(2, '0')), { recursive: true });
  }
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

/** Runs of a repository as `openBaton` opens them, with a stopwatch in between. */
export async function openWatched(directory, cache, watch, beforeSession, setupOf = setupFor) {
  const repository = await openRepository(directory);
  return openRuns({
    repository,
    store: watch.watchStore(openGitStore(repository)),
    catalogue: {
      detect: detectFrameworks,
      load: async (name) => watch.watchFramework(await loadFramework(name)),
      commandOf: projectCommand,
      setupOf,
    },
    cache: () => cache,
    readSource: openSourceReader(async (name) => readFileSync(here(`../dist/code/grammars/tree-sitter-${name}.wasm`))),
    agents: () => loadAgents(repository, {}),
    workflow: async (name) => builtInWorkflow(name),
    runner: async ({ runner, command }) =>
      watch.watchRunner(await loadRunner(runner, { repository: directory, command }), beforeSession),
  });
}

/** The shell script in a project; `phase` does the next one and gives the milliseconds it took without the agent. */
export function startShell(project, command) {
  const script = here('shell-orchestrator.sh');
  const child = spawn('bash', [script, project, command], { stdio: ['pipe', 'pipe', 'inherit'] });
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
