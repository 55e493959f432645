import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBaton, readResult, routeBlockedAgent, validateHandoff } from '../src/index.ts';
import { type Runner, type Script, scriptedRunner } from '../src/runners.ts';
import { newProject } from './scenarios/tdd/project.ts';
import { CODE, FIRST_TEST, ITEMS, LIST, TEST, ZERO } from './scenarios/tdd/sum.ts';

const SCRIPT: Script = [
  {
    phase: 'plan',
    cycle: 1,
    write: { [LIST]: `- [ ] ${ITEMS[0]}\n` },
    result: {
      status: 'complete',
      summary: 'One test.',
      handoff: { next_agent: 'refactor-agent', next_phase: 'refactor' },
    },
  },
  { phase: 'plan' },
  { phase: 'red', write: { [TEST]: FIRST_TEST } },
  { phase: 'green', write: { [CODE]: ZERO } },
  { phase: 'refactor' },
];

afterEach(() => void vi.unstubAllEnvs());

describe('a program', { timeout: 120_000 }, () => {
  it('starts, watches, answers, resumes and merges a run with a runner of its own; who is next is not the agent’s choice [R002-07]', async () => {
    const { path, environment } = newProject();
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const played: string[] = [];
    const script = scriptedRunner(SCRIPT);
    const mine: Runner = {
      name: 'mine',
      check: async () => undefined,
      play(request) {
        played.push(request.phase);
        request.onMessage({ kind: 'text', text: `Working on ${request.phase}` });
        return script.play(request);
      },
    };
    const baton = await openBaton({ cwd: path, runners: { mine } });
    const changed = new Set<string>();
    const watching = new AbortController();
    baton.watch(({ id }) => changed.add(id), watching.signal);

    const flags = { runner: 'mine', approvals: ['red'] };
    const { run } = await baton.runs.start({ request: 'The sum of numbers', flags });
    const events: string[] = [];
    const said: string[] = [];
    const waiting = await baton.runs.drive(run, {
      onEntry: ({ event }) => events.push(event.type),
      onMessage: (message) => void (message.kind === 'text' && said.push(message.text)),
    });
    expect(waiting.state).toBe('waiting');
    // The first session suggested refactor-agent.
    expect(played).toEqual(['plan', 'red']);
    expect(said).toEqual(['Working on plan', 'Working on red']);
    expect(events).toContain('ask.opened');

    const [ask] = waiting.asks;
    await baton.runs.answer(ask?.id ?? '', { kind: 'approval', approved: true }, 'alice');
    expect((await baton.runs.drive(run)).state).toBe('completed');
    expect(played).toEqual(['plan', 'red', 'green', 'refactor', 'plan']);
    const live = baton.live();
    expect((await live.look()).runs).toMatchObject([{ state: 'completed', doing: 'completed' }]);
    expect(await baton.runs.merge(run)).toMatchObject({ state: 'merged', into: 'main' });
    expect((await baton.runs.view(run)).state).toBe('merged');
    const merged = { state: 'merged', activity: 'over', doing: 'merged into main', merged: { into: 'main' } };
    expect((await live.look()).runs).toMatchObject([merged]);
    expect((await live.look(run)).runs).toMatchObject([merged]);
    expect((await baton.verify(run)).problems).toEqual([]);
    await vi.waitFor(() => expect([...changed]).toEqual([run]));
    watching.abort();
    baton.close();
  });

  it('cannot put a runner of its own in the place of a built-in one', async () => {
    const { path } = newProject();
    const claude: Runner = { name: 'claude', check: async () => undefined, play: () => Promise.reject(new Error()) };
    await expect(openBaton({ cwd: path, runners: { claude } })).rejects.toThrow(
      'claude is a built-in runner. Register yours under another name.',
    );
  });
});

describe('a result of an agent', () => {
  const blocked = { status: 'blocked', blocked_reason: 'test-failures', attempted: ['again'], summary: 'It fails.' };

  it.each([
    [blocked, true],
    [JSON.stringify(blocked), true],
    [{ ...blocked, attempted: [] }, false],
    [{ ...blocked, blocked_reason: undefined }, false],
    [{ status: 'complete' }, false],
    [{ summary: 'Done.' }, false],
    ['no JSON', false],
  ])('%j is valid: %s', (result, valid) => {
    expect(validateHandoff(result)).toBe(valid);
  });

  it.each([
    ['security_concern', 'security-lead'],
    ['architecture_decision', 'capability-lead'],
    ['test-failures', 'capability-tester'],
    ['missing_requirements', undefined],
    ['out_of_scope', undefined],
    ['unknown', undefined],
    ['constructor', undefined],
  ])('that is blocked by %s goes to %s', (reason, agent) => {
    expect(routeBlockedAgent(reason)).toBe(agent);
  });

  it('goes to the agent that the workflow capability has for it', async () => {
    const { routing = {}, phases } = await (await openBaton({ cwd: newProject().path })).workflow('capability');
    const agents = Object.entries(routing).map(([reason, phase]) => [reason, phases[phase]?.agent]);
    expect(agents).toEqual(Object.keys(routing).map((reason) => [reason, routeBlockedAgent(reason)]));
  });

  it('goes where the project says', () => {
    const { blocked_reason: reason = '' } = readResult(blocked);
    expect(routeBlockedAgent(reason, { test_failures: 'debugger' })).toBe('debugger');
    expect(routeBlockedAgent(reason, { test_failures: 'ask' })).toBeUndefined();
  });
});
