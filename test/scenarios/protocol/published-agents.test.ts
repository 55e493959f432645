import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedSession } from '../../../src/runners/script.ts';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import type { Workflow } from '../../../src/workflow/workflow-schema.ts';
import { contextOf, handoffsIn, newProject, type Project, story } from './project.ts';
import { PUBLISHED_AGENTS } from './published-agents.ts';
import { BRIEF, FIND, FIX, GREETING, IMPLEMENT, raising, VERIFY } from './sign-in.ts';

const FLAGS = ['--workflow', 'domain-zero'];

const CUSTOM_TRIGGERS = JSON.stringify({
  custom_triggers: {
    '@performance-review': {
      source: 'yuuji',
      target: 'megumi',
      context: ['benchmark_results', 'profiling_data'],
      description: 'Request performance analysis',
    },
  },
});

const BENCHMARKS = { benchmark_results: { sign_ms: 2 }, profiling_data: 'half of the time is hashing' };

const SESSIONS: readonly ScriptedSession[] = [
  BRIEF,
  { ...IMPLEMENT, result: raising('@performance-review', BENCHMARKS, { agent: 'yuuji' }) },
  FIND,
  { ...FIX, result: raising('@security-review', { implementation_scope: 'the word comes from outside' }) },
  VERIFY,
];

const SETTINGS = `triggers:
  "@approved": { source: megumi, target: gojo }
  "@re-review": "@security-review"
`;

describe('agents as they are published', () => {
  let project: Project;
  let events: readonly JournalEvent[];

  beforeAll(async () => {
    project = newProject(
      { ...GREETING, ...PUBLISHED_AGENTS, '.protocol-state/custom-triggers.json': CUSTOM_TRIGGERS },
      SETTINGS,
    );
    const started = await project.start(SESSIONS, ...FLAGS);
    expect(started, JSON.stringify(started)).toMatchObject({ code: 4 });
    const ended = await project.say('approve');
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    events = await project.events();
  }, 240_000);

  it('come to the end of the workflow under their own names, by their own words', () => {
    expect(story(events)).toEqual(
      ['briefing', 'implement', 'security-review', 'fix', 're-review'].map((phase) => `${phase} completed`),
    );
    expect(handoffsIn(events)).toEqual([
      ...['gojo @brief-implementation yuuji', 'yuuji @performance-review megumi', 'megumi @remediation-required yuuji'],
      ...['yuuji @security-review megumi', 'megumi @approved gojo'],
    ]);
  });

  it('hand on by a trigger of the project, without a change of the workflow [R003-25]', async () => {
    expect(contextOf(events, '@performance-review')).toEqual(BENCHMARKS);
    const prompt = await project.promptOf('security-review');
    for (const text of ['Request performance analysis', 'half of the time is hashing']) expect(prompt).toContain(text);
  });

  it('are sound when the record is judged again, and exported under their names', async () => {
    expect((await project.state()).handoffs.map((one: { source_agent: string }) => one.source_agent)).toEqual([
      ...['gojo', 'yuuji', 'megumi', 'yuuji', 'megumi'],
    ]);
    const verified = await project.baton('verify', 'story');
    expect(verified, verified.out).toMatchObject({ code: 0 });
  });
});

it('agents that lack triggers start no run, and are named', async () => {
  const project = newProject({ ...GREETING, ...PUBLISHED_AGENTS });
  const started = await project.start([], ...FLAGS);
  expect(started).toMatchObject({
    code: 2,
    err: expect.stringContaining('yuuji (protocol/yuuji.agent.md): @re-review'),
  });
  expect(JSON.parse((await project.baton('status', '--json')).out).runs).toEqual([]);
});

it('agents that lack triggers are replaced by the built-in ones with --use-builtin, and the others stay', async () => {
  const project = newProject({ ...GREETING, ...PUBLISHED_AGENTS });
  const started = await project.start([{ phase: 'briefing', end: 'unavailable' }], ...FLAGS, '--use-builtin');
  expect(started.err).not.toContain('cannot finish with these agents');
  const [first] = (await project.events()) as [JournalEvent];
  const { phases } = first.data.workflow as Workflow;
  expect([...new Set(Object.values(phases).map(({ agent }) => agent))]).toEqual([
    ...['gojo', 'nobara', 'security-analyst', 'implementation-specialist'],
  ]);
});
