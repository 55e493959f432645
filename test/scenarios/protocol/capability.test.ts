import { beforeAll, describe, expect, it } from 'vitest';
import { parseChariotOutput } from '../../../src/handoff/dialects/chariot.ts';
import type { ScriptedSession } from '../../../src/runners/script.ts';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import * as exposure from './exposure.ts';
import { eventsOf, newProject, type Project, story } from './project.ts';

const { ARCHITECTURE, BLOCKED, COMPLETION, DESIGN, DISCOVERY, EXPOSURE, FIGURES, IMPLEMENTATION, PARSER } = exposure;
const FLAGS = ['--workflow', 'capability'];

describe('the example of the protocol, through the command line', () => {
  let project: Project;
  let events: readonly JournalEvent[];
  const asked: string[] = [];

  beforeAll(async () => {
    project = newProject(PARSER, FIGURES);
    let told = await project.start(EXPOSURE, ...FLAGS);
    while (told.code === 4 && asked.length < 10) {
      asked.push((await project.ask()).about);
      told = await project.say('approve');
    }
    expect(told, JSON.stringify(told)).toMatchObject({ code: 0 });
    events = await project.events();
  }, 240_000);

  it('goes through its phases, and back to architecture where the developer is stuck [R002-08] [R002-09] [R002-14]', () => {
    expect(story(events)).toEqual([
      'brainstorming completed',
      'discovery completed',
      'architecture completed',
      'implementation blocked: architecture_decision',
      'architecture completed',
      'implementation completed',
      'completion completed',
      'review completed',
      'testing completed',
    ]);
    expect(events.at(-1)?.type).toBe('run.completed');
  });

  it('asks a person after brainstorming and after every architecture', () => {
    expect(asked.map((about) => /^May (\S+) of/.exec(about)?.[1])).toEqual([
      'brainstorming',
      'architecture',
      'architecture',
    ]);
  });

  it('tells the lead why the developer is stuck, what it attempted and its context [R002-27]', async () => {
    const prompt = await project.promptOf('architecture');
    const { attempted, handoff } = BLOCKED.result as { attempted: string[]; handoff: { context: string } };
    for (const text of ['architecture_decision', ...attempted, handoff.context]) expect(prompt).toContain(text);
  });

  it('passes the context of a phase on under its name, marked as words of the agent [R002-29] [R002-30]', async () => {
    const architecture = await project.promptOf('discovery');
    expect(architecture.toUpperCase()).toContain('CONTEXT FROM BRAINSTORMING PHASE');
    expect(architecture).toContain('Search for similar VQL capabilities.');
    const completion = await project.promptOf('completion');
    expect(completion).toContain('Ready for review.');
    expect(completion).toMatch(
      /^## Files that capability-developer says it changed \(claims, not checked\)\n.*\n- src\/s3-exposure\.js$/m,
    );
  });

  it('gives reviewers the changed files, the diff and the context of the developer [R002-24]', async () => {
    const phases = events.filter(({ type }) => type === 'phase.started').slice(-4);
    expect(phases.map(({ phase, data }) => [phase, data.agent])).toEqual([
      ['implementation', 'capability-developer'],
      ['completion', 'completion-checker'],
      ['review', 'capability-reviewer'],
      ['testing', 'test-lead'],
    ]);
    const review = await project.promptOf('review');
    for (const text of ['src/s3-exposure.js (added)', 'CONTEXT FROM IMPLEMENTATION PHASE', 'Ready for review.']) {
      expect(review).toContain(text);
    }
    expect(review).toMatch(/src\/s3-exposure\.js +\| +\d+ \+/);
    expect(review).not.toMatch(/architecture\.md +\|/);
  });

  it.each([
    ['design.md', 'brainstorming', 'brainstorming'],
    ['discovery.md', 'Explore', 'discovery'],
    ['architecture.md', 'capability-lead', 'architecture'],
    ['implementation-log.md', 'capability-developer', 'implementation'],
    ['completion.md', 'completion-checker', 'completion'],
    ['review.md', 'capability-reviewer', 'review'],
    ['test-plan.md', 'test-lead', 'testing'],
  ])('leaves %s, which ends in the result of %s [R002-02]', (file, agent, phase) => {
    const text = project.fileOf(exposure.documentAt(file));
    expect(text.trimEnd().endsWith('```')).toBe(true);
    expect(parseChariotOutput(text)).toMatchObject({
      agent,
      phase,
      status: 'complete',
      output_type: expect.any(String),
      timestamp: expect.any(String),
      capability_directory: '.claude/.output/capabilities/story',
      handoff: { context: expect.any(String) },
    });
  });

  it('asks for figures that are measured, not told', () => {
    const passed = eventsOf(events, 'gate.passed').filter(({ gate }) => gate === 'quality');
    expect(JSON.stringify(passed)).toMatch(/accuracy/);
  });

  it('is sound when its record is judged again', async () => {
    const verified = await project.baton('verify', 'story');
    expect(verified, verified.out).toMatchObject({ code: 0 });
  });
});

describe('a person', () => {
  it('answers a clarifying question, and the same agent goes on with the answer [R002-15]', async () => {
    const project = newProject(PARSER, FIGURES);
    const asking: ScriptedSession = {
      phase: 'brainstorming',
      attempt: 1,
      result: {
        status: 'blocked',
        summary: 'It is not said which files are meant.',
        blocked_reason: 'missing_requirements',
        attempted: ['read the request'],
        questions: ['Which files are searched?'],
      },
    };
    expect((await project.start([asking, { ...DESIGN, attempt: 2 }], ...FLAGS)).code).toBe(4);
    expect(await project.ask()).toMatchObject({ kind: 'question', about: 'Which files are searched?' });
    await project.say('answer', 'configuration files only');
    expect(await project.promptOf('brainstorming')).toContain('configuration files only');
    expect(await project.ask()).toMatchObject({ kind: 'approval' });
  });

  it('is asked where an agent wants a review [R002-10]', async () => {
    const project = newProject(PARSER, FIGURES);
    const unsure = { ...DISCOVERY, result: { ...(DISCOVERY.result as object), status: 'needs-review' } };
    await project.start([DESIGN, unsure, ARCHITECTURE], ...FLAGS);
    await project.say('approve');
    expect(await project.ask()).toMatchObject({ kind: 'approval', about: expect.stringContaining('discovery') });
    expect(story(await project.events())).toEqual(['brainstorming completed']);
  });

  it.each([
    ['out_of_scope', ''],
    ['unknown', ''],
    ['architecture_decision', 'routing: { architecture_decision: ask }\n'],
  ])('is asked when discovery is blocked by %s [R002-17] [R002-18] [R002-20]', async (reason, config) => {
    const project = newProject(PARSER, `${FIGURES}${config}`);
    const blocked = { status: 'blocked', summary: 'No.', blocked_reason: reason, attempted: ['looked'] };
    await project.start([DESIGN, { phase: 'discovery', result: blocked }], ...FLAGS);
    await project.say('approve');
    expect(await project.ask()).toMatchObject({ kind: 'question' });
  });
});

describe('an agent that is stuck', () => {
  const stuck = (reason: string): ScriptedSession => ({
    phase: 'implementation',
    visit: 1,
    result: { status: 'blocked', summary: 'Stuck.', blocked_reason: reason, attempted: ['this and that'] },
  });

  it.each([
    ['security_concern', 'security-advice', 'security-advice.md', 'R002-13'],
    ['test_failures', 'debugging', 'debugging.md', 'R002-16'],
  ])('by %s is helped in %s, and goes on itself [R002-13] [R002-16]', async (reason, phase, file) => {
    const project = newProject(PARSER, FIGURES);
    const advice = {
      phase,
      write: { [exposure.documentAt(file)]: '# Advice\n\nDo it so.\n' },
      result: exposure.result('Do it so.', 'Log no keys.'),
    };
    const incomplete = { ...COMPLETION, end: 'unavailable' as const };
    const sessions = [DESIGN, DISCOVERY, ARCHITECTURE, stuck(reason), advice];
    await project.start([...sessions, { ...IMPLEMENTATION, visit: 2 }, incomplete], ...FLAGS);
    await project.say('approve');
    await project.say('approve');
    const events = await project.events();
    expect(story(events).slice(3)).toEqual([
      `implementation blocked: ${reason}`,
      `${phase} completed`,
      'implementation completed',
    ]);
    expect(await project.promptOf('implementation')).toContain('Log no keys.');
  });
});

describe('the reviewer', () => {
  it('sends the implementation back with the changes it wants', async () => {
    const project = newProject(PARSER, FIGURES);
    const changes = { required_changes: ['Skip files above 100 MB.'] };
    const sending: ScriptedSession = {
      ...exposure.REVIEW,
      visit: 1,
      result: { status: 'complete', summary: 'Not yet.', handoff: { trigger: '@changes-requested', context: changes } },
    };
    const again = {
      ...IMPLEMENTATION,
      visit: 2,
      write: { [exposure.documentAt('implementation-log.md')]: '# Log\n\nLarge files are skipped.\n' },
    };
    const sessions = [DESIGN, DISCOVERY, ARCHITECTURE, { ...IMPLEMENTATION, visit: 1 }, COMPLETION, sending, again];
    const last = { ...COMPLETION, visit: 2, end: 'unavailable' as const };
    await project.start([...sessions, last], ...FLAGS);
    await project.say('approve');
    await project.say('approve');
    const events = await project.events();
    expect(story(events).slice(-3)).toEqual(['completion completed', 'review completed', 'implementation completed']);
    expect(await project.promptOf('implementation')).toContain('Skip files above 100 MB.');
    expect((await project.state()).other_handoffs).toMatchObject([
      { source_agent: 'capability-reviewer', target_agent: 'capability-developer', trigger: '@changes-requested' },
    ]);
  });
});
