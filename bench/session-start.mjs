// How long a session takes from its start to the model's first request: an agent program started bare, and by Baton's
// runner without and with the sandbox. In turn, against a scripted model on the loopback.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCodex } from '../dist/runners/codex/program.js';
import { loadRunner } from '../dist/runners/registry.js';
import { findSandbox, sandboxed } from '../dist/sys/sandbox.js';
import { startAnthropic } from '../dist/testing/models/anthropic.js';
import { startOpenAi } from '../dist/testing/models/openai.js';
import { barOverhead, median } from './measure.mjs';

const HOME = join(import.meta.dirname, '../test/agents');
const ROUNDS = 9;
const WARM_UP = 2;
const KEY = 'a-dummy-key';

export async function run() {
  const sandbox = await findSandbox();
  for (const [name, agent] of Object.entries(AGENTS)) {
    if (!existsSync(join(HOME, 'node_modules', agent.package))) {
      console.log(`  ${name}: ${agent.package} is not installed (node scripts/install-agents.mjs)`);
      continue;
    }
    await compare(name, agent, sandbox.kind !== 'none');
  }
}

async function compare(name, agent, hasSandbox) {
  let asked;
  const server = await agent.serve(() => {
    asked ??= performance.now();
    return { say: 'Done.' };
  });
  const user = { ...agent.login(server.url), PATH: process.env.PATH, BATON_AGENT_HOME: HOME, HOME: '/nonexistent' };
  const runner = await loadRunner(agent.runner, { repository: '/', user });
  const contenders = {
    bare: (place) => agent.bare(place, server.url),
    'by Baton': (place) => runner.play(request(place, (program) => program)),
    ...(hasSandbox ? { 'in the sandbox': (place) => runner.play(request(place, contained(place))) } : {}),
  };
  const times = Object.fromEntries(Object.keys(contenders).map((title) => [title, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [title, start] of Object.entries(contenders)) {
      const place = newPlace();
      asked = undefined;
      const from = performance.now();
      await start(place);
      if (asked === undefined) throw new Error(`${name}, ${title}: the model was never asked`);
      if (round >= 0) times[title].push(asked - from);
      rmSync(place.root, { recursive: true, force: true });
    }
  }
  await server.close();
  const medians = Object.fromEntries(Object.entries(times).map(([title, list]) => [title, median(list)]));
  console.log(`\n${name}: milliseconds to the first request`);
  for (const [title, ms] of Object.entries(medians)) console.log(`  ${title.padEnd(16)} ${ms.toFixed(0).padStart(6)}`);
  for (const title of Object.keys(contenders).slice(1)) {
    barOverhead(`${name} ${title} beside bare`, medians.bare, medians[title], { share: 0, ms: 150 });
  }
}

const AGENTS = {
  'Claude Code': {
    package: '@anthropic-ai/claude-agent-sdk',
    runner: 'claude',
    serve: startAnthropic,
    login: (url) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
    async bare({ workbench, scratch }, url) {
      const { query } = await import(pathToFileURL(join(HOME, 'node_modules', this.package, 'sdk.mjs')).href);
      const env = {
        ...{ PATH: process.env.PATH, HOME: scratch, CLAUDE_CONFIG_DIR: scratch, TMPDIR: scratch },
        ...{ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url },
        ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
      };
      const options = { cwd: workbench, env, settingSources: [], strictMcpConfig: true, tools: TOOLS };
      for await (const _ of query({ prompt: PROMPT, options }));
    },
  },
  Codex: {
    package: '@openai/codex',
    runner: 'codex',
    serve: startOpenAi,
    login: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
    async bare({ workbench, scratch }, url) {
      writeFileSync(
        join(scratch, 'config.toml'),
        `model_provider = "loopback"\n[model_providers.loopback]\nname = "loopback"\nbase_url = "${url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n`,
      );
      const { path } = findCodex({ BATON_AGENT_HOME: HOME }).program;
      const env = { PATH: process.env.PATH, HOME: scratch, CODEX_HOME: scratch, OPENAI_API_KEY: KEY };
      const args = ['exec', '--json', '--skip-git-repo-check', '-s', 'workspace-write', PROMPT];
      await new Promise((resolve) => {
        spawn(path, args, { cwd: workbench, env, stdio: ['ignore', 'ignore', 'ignore'] }).on('close', resolve);
      });
    },
  },
};

const PROMPT = 'Write one failing test.\n';
const TOOLS = ['Read', 'Write', 'Bash'];

function newPlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-bench-')));
  const [workbench, scratch] = ['workbench', 'scratch'].map((name) => join(root, name));
  for (const directory of [workbench, scratch]) mkdirSync(directory);
  writeFileSync(join(root, 'handoff.json'), '{}');
  return { root, workbench, scratch };
}

function contained({ workbench, scratch }) {
  return (program, needs = {}) =>
    sandboxed(program, { writable: [workbench, scratch], network: true, cwd: workbench, ...needs });
}

function request({ root, workbench, scratch }, contain) {
  return {
    ...{ run: 'r1', workflow: 'tdd', phase: 'red', agent: 'test-agent', cycle: 1, attempt: 1 },
    ...{ workbench, scratch, prompt: PROMPT, instructions: 'You write tests.\n', tools: TOOLS, model: undefined },
    ...{ handoffFile: join(root, 'handoff.json'), outputFile: join(scratch, 'result.json'), deadlineMs: 120_000 },
    ...{
      maxTurns: undefined,
      budgetUsd: undefined,
      traceparent: undefined,
      signal: new AbortController().signal,
      contain,
    },
    mayNotWrite: () => undefined,
    onStarting: () => undefined,
    onMessage: () => undefined,
  };
}
