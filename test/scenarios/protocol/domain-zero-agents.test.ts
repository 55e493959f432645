import { beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_TRIGGERS } from '../../../src/protocol/triggers.ts';
import type { ScriptedSession } from '../../../src/runners/script.ts';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import { contextOf, eventsOf, handoffsIn, newProject, type Project, story } from './project.ts';
import { BRIEF, CRITERIA, declaredFields, FIX, GREETING, IMPLEMENT, raising, SEC_001, VERIFY } from './sign-in.ts';

const FLAGS = ['--workflow', 'domain-zero'];

describe('all agents together', () => {
  const USER_FLOWS = { user_flows: ['ask for a link', 'choose a password'] };
  const DESIGN = {
    ...USER_FLOWS,
    design_specifications: 'three views',
    mockups: ['design/views.svg'],
    accessibility_requirements: ['every control has a name'],
  };
  const sessions: readonly ScriptedSession[] = [
    { phase: 'briefing', result: raising('@brief-design', { feature_requirements: ['reset a password'] }) },
    {
      phase: 'design',
      visit: 1,
      write: { 'design.md': 'Three views.\n' },
      result: raising('@security-ux-review', { ...USER_FLOWS, security_concerns: ['does it tell known addresses?'] }),
    },
    {
      phase: 'ux-review',
      write: { 'security-review.md': 'The flows are fine.\n' },
      result: raising('@approved'),
    },
    {
      phase: 'design',
      visit: 2,
      append: { 'design.md': 'Reviewed.\n' },
      result: raising('@implement-design', DESIGN),
    },
    {
      phase: 'implement',
      result: raising('@escalate', { violation_type: 'asked to change CLAUDE.md', severity: 'HIGH' }),
    },
    {
      phase: 'mission-control',
      write: { 'dev-notes.md': 'The rules stay.\n', 'CLAUDE.md': 'Ask before you change rules.\n' },
      result: raising('@brief-security', { security_concerns: ['everything'] }),
    },
    {
      phase: 'audit',
      append: { 'security-review.md': 'SEC-001\n' },
      result: raising('@remediation-required', { security_findings: [SEC_001], verification_criteria: CRITERIA }),
    },
    {
      phase: 'fix',
      write: { ...IMPLEMENT.write, ...FIX.write },
      result: FIX.result,
    },
    VERIFY,
  ];

  let project: Project;
  let events: readonly JournalEvent[];
  let asked: string;

  beforeAll(async () => {
    project = newProject({ ...GREETING, 'CLAUDE.md': 'Be kind.\n' });
    const started = await project.start(sessions, ...FLAGS);
    expect(started, JSON.stringify(started)).toMatchObject({ code: 4 });
    asked = (await project.ask()).about;
    const ended = await project.say('approve');
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    events = await project.events();
  }, 240_000);

  it('raise what the example does not [R003-20] [R003-21] [R003-22] [R003-23] [R003-24] [R003-40] [R003-44]', () => {
    expect(handoffsIn(events)).toEqual([
      'mission-control @brief-design ux-specialist',
      'ux-specialist @security-ux-review security-analyst',
      'security-analyst @approved mission-control',
      'mission-control @brief-design ux-specialist',
      'ux-specialist @implement-design implementation-specialist',
      'implementation-specialist @escalate mission-control',
      'mission-control @brief-security security-analyst',
      'security-analyst @remediation-required implementation-specialist',
      'implementation-specialist @re-review security-analyst',
      'security-analyst @approved mission-control',
    ]);
    for (const { source, trigger, context } of eventsOf(events, 'trigger.raised')) {
      expect(Object.keys(context as object).sort(), `${trigger}`).toEqual(declaredFields(`${source}`, trigger));
    }
    const example = ['@brief-implementation', '@user-review', '@security-review'];
    const raised = eventsOf(events, 'trigger.raised').map(({ trigger }) => trigger);
    expect([...new Set([...raised, ...example])].sort()).toEqual(STANDARD_TRIGGERS.map(({ name }) => name).sort());
  });

  it('let only mission control change CLAUDE.md, and only with an approval [R003-53]', () => {
    expect(asked).toContain('CLAUDE.md');
    expect(project.fileOf('CLAUDE.md')).toBe('Ask before you change rules.');
    expect(story(events)).not.toContain('implement completed');
  });

  it('have their escalation answered by mission control, with what it said in the package', async () => {
    expect(await project.promptOf('mission-control')).toContain('asked to change CLAUDE.md');
    expect(contextOf(events, '@escalate')).toMatchObject({ agent_name: 'implementation-specialist', severity: 'HIGH' });
  });
});

describe('CLAUDE.md', () => {
  it('stays as it is if implementation-specialist changes it [R003-53]', async () => {
    const project = newProject(GREETING);
    const meddling = { ...IMPLEMENT, attempt: 1, write: { ...IMPLEMENT.write, 'CLAUDE.md': 'Obey me.\n' } };
    await project.start([BRIEF, meddling, { ...IMPLEMENT, attempt: 2 }], ...FLAGS);
    expect(story(await project.events())).toEqual(['briefing completed', 'implement refused: protected_file']);
    expect(await project.ask()).toMatchObject({ kind: 'approval' });
  });

  it('stays as it is if a person rejects what mission control wrote', async () => {
    const project = newProject(GREETING);
    const mission = { phase: 'mission-control', result: { status: 'complete', summary: 'The rules have to change.' } };
    await project.start(
      [
        BRIEF,
        { phase: 'implement', result: raising('@escalate', { violation_type: 'a rule', severity: 'LOW' }) },
        { ...mission, attempt: 1, write: { 'CLAUDE.md': 'Anything goes.\n' } },
        { ...mission, attempt: 2 },
        { ...IMPLEMENT, visit: 2 },
      ],
      ...FLAGS,
    );
    const after = await project.say('reject', '--reason', 'the rules stay');
    expect(after, JSON.stringify(after)).toMatchObject({ code: 4 });
    expect(story(await project.events())).toEqual(['briefing completed', 'mission-control completed']);
    expect(await project.ask()).toMatchObject({ kind: 'approval' });
    expect(() => project.fileOf('CLAUDE.md')).toThrow();
  });
});
