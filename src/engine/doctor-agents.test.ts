import { describe, expect, it } from 'vitest';
import { TDD } from '../../test/workflow/built-in.ts';
import { BatonError } from '../base/error.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import type { Config } from '../protocol/config-schema.ts';
import type { Runner, RunnerDescription } from '../runners/runner.ts';
import { type AgentCatalogue, agentFindings } from './doctor-agents.ts';
import type { RunnerChoice } from './run/start/runner-choice.ts';

const READY: RunnerDescription = { program: 'Helper', version: '1.2.3', login: 'HELPER_API_KEY', problems: [] };
const NO_LOGIN = { told: 'Helper is not logged in.', remedy: 'Run: helper login' };

type Fake = Partial<Pick<Runner, 'check' | 'describe' | 'isOutside'>>;

/** Runners of a machine, by name; those that need a command cannot be had without. */
function machine(fakes: Readonly<Record<string, Fake>>, agents: Readonly<Record<string, Partial<Agent>>> = {}) {
  const asked: RunnerChoice[] = [];
  const catalogue: AgentCatalogue = {
    runners: Object.keys(fakes),
    agents: async () => new Map(Object.entries(agents as Record<string, Agent>)),
    async workflow(name) {
      if (name === 'tdd') return TDD;
      throw new BatonError('invalid_input', `There is no workflow ${name}.`);
    },
    async runner(choice) {
      asked.push(choice);
      const fake = fakes[choice.runner];
      if (fake === undefined) throw new BatonError('invalid_input', `There is no runner ${choice.runner}.`);
      if (choice.runner === 'command' && choice.command === undefined) {
        throw new BatonError('invalid_input', 'The runner command needs a `command`.');
      }
      return { name: choice.runner, check: async () => undefined, play: () => Promise.reject(), ...fake };
    },
  };
  return { catalogue, asked, look: (config: Config) => agentFindings(catalogue, config) };
}

const described = (more: Partial<RunnerDescription> = {}): Fake => ({ describe: async () => ({ ...READY, ...more }) });

describe('the program that plays the agents', () => {
  it('is told with its version and by what it is logged in', async () => {
    const { look } = machine({ helper: described() });
    expect(await look({ runner: 'helper' })).toEqual([
      {
        topic: 'runner',
        state: 'good',
        told: 'helper plays all agents: Helper 1.2.3, logged in by HELPER_API_KEY',
      },
    ]);
  });

  it('is nobody in particular where clients play', async () => {
    const { look } = machine({ attached: { isOutside: true, check: () => Promise.reject(new Error('not asked')) } });
    expect(await look({ runner: 'attached' })).toEqual([
      { topic: 'runner', state: 'good', told: 'attached: all agents are played by whoever is connected (baton mcp)' },
    ]);
  });

  it('is told with everything that keeps it from working, and how to mend it', async () => {
    const old = { told: 'Helper 1.2.3 is too old.', remedy: 'Run: npm install helper@latest' };
    const { look } = machine({ helper: described({ login: undefined, problems: [NO_LOGIN, old] }) });
    expect(await look({ runner: 'helper' })).toEqual(
      [NO_LOGIN, old].map(({ told, remedy }) => ({
        topic: 'runner',
        state: 'bad',
        told: `helper cannot play all agents: ${told}`,
        remedy,
      })),
    );
  });

  it('is checked, too, where it sees no problem itself', async () => {
    const check = () => Promise.reject(new BatonError('missing_login', 'No key is set: export HELPER_API_KEY.'));
    const { look } = machine({ helper: { ...described(), check } });
    expect(await look({ runner: 'helper' })).toMatchObject([
      { state: 'bad', told: 'helper cannot play all agents: No key is set: export HELPER_API_KEY.' },
    ]);
  });

  it('is only checked where it does not describe itself', async () => {
    const { look } = machine({ command: {} });
    const config = { command: ['./my-agent', '--fast'] };
    expect(await look(config)).toEqual([
      { topic: 'runner', state: 'good', told: 'command plays all agents: ./my-agent --fast' },
    ]);
    const missing = () => Promise.reject(new BatonError('missing_program', 'There is no ./my-agent: write it.'));
    expect(await machine({ command: { check: missing } }).look(config)).toMatchObject([
      { state: 'bad', told: 'command cannot play all agents: There is no ./my-agent: write it.' },
    ]);
  });

  it('may be several, each looked at once, whatever their models', async () => {
    const { look, asked } = machine(
      { helper: described(), other: described({ program: 'Other', login: '~/.other/login' }) },
      { 'implementing-agent': { runner: 'other' } },
    );
    const roles = { 'test-agent': { runner: 'other' }, 'refactor-agent': { model: 'a-model' } };
    expect((await look({ runner: 'helper', roles })).map(({ told }) => told)).toEqual([
      'helper plays test-list-agent, refactor-agent: Helper 1.2.3, logged in by HELPER_API_KEY',
      'other plays test-agent, implementing-agent: Other 1.2.3, logged in by ~/.other/login',
    ]);
    expect(asked.map(({ runner }) => runner)).toEqual(['helper', 'other']);
  });

  it('is told as missing where nobody knows it', async () => {
    expect(await machine({}).look({ runner: 'hepler' })).toMatchObject([
      { state: 'bad', told: 'hepler cannot play all agents: There is no runner hepler.' },
    ]);
  });

  it('fails the doctor where it fails by a mistake of its own', async () => {
    const { look } = machine({ helper: { describe: () => Promise.reject(new TypeError('a mistake')) } });
    await expect(look({ runner: 'helper' })).rejects.toThrow('a mistake');
  });
});

describe('a project that says nothing of runners', () => {
  it('is told which program is ready', async () => {
    const { look } = machine({ command: {}, absent: described({ version: undefined }), helper: described() });
    expect(await look({})).toEqual([
      {
        topic: 'runner',
        state: 'limited',
        told: 'nothing says which program plays the agents',
        remedy: 'Set `runner: helper` in baton.yaml, or give --runner helper to `baton run`.',
      },
      { topic: 'others', state: 'good', told: 'also here: helper (Helper 1.2.3, logged in by HELPER_API_KEY)' },
    ]);
  });

  it('is told which there could be where none is ready', async () => {
    const { look } = machine({ command: {}, helper: described({ login: undefined, problems: [NO_LOGIN] }) });
    const roles = { 'test-agent': { command: './mine' } };
    expect(await look({ roles })).toMatchObject([
      { state: 'good', told: 'command plays test-agent: ./mine' },
      {
        state: 'limited',
        told: 'nothing says which program plays test-list-agent, implementing-agent, refactor-agent',
        remedy: 'Set `runner` in baton.yaml to one of command, helper, or give --command "my-agent" to `baton run`.',
      },
      { state: 'good', told: 'also here: helper (Helper 1.2.3; Helper is not logged in.)' },
    ]);
  });

  it('is told of a workflow that nobody knows', async () => {
    expect(await machine({}).look({ workflow: 'ttd' })).toEqual([
      { topic: 'agents', state: 'bad', told: 'There is no workflow ttd.' },
    ]);
  });
});
