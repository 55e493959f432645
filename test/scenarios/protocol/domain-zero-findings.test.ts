import { describe, expect, it } from 'vitest';
import type { ScriptedSession } from '../../../src/runners/script.ts';
import { eventsOf, newProject, story } from './project.ts';
import { CRITERIA, FIX, GREETING, IMPLEMENT, raising, SEC_001, VERIFY } from './sign-in.ts';

const FLAGS = ['--workflow', 'domain-zero'];

describe('what the review of a design finds', () => {
  const finding = { ...SEC_001, location: 'design.md', description: 'The first view tells which addresses are known' };
  const sessions: readonly ScriptedSession[] = [
    { phase: 'briefing', result: raising('@brief-design', { feature_requirements: ['reset a password'] }) },
    {
      phase: 'design',
      write: { 'design.md': 'Three views.\n' },
      result: raising('@security-ux-review', { user_flows: ['ask for a link'], security_concerns: ['addresses'] }),
    },
    {
      phase: 'ux-review',
      write: { 'security-review.md': 'SEC-001\n' },
      result: raising('@remediation-required', { security_findings: [finding], verification_criteria: CRITERIA }),
    },
    IMPLEMENT,
  ];

  it('goes to the implementation, and stays open until it is verified', async () => {
    const project = newProject(GREETING);
    await project.start(sessions, ...FLAGS);
    expect(await project.ask()).toMatchObject({ kind: 'approval' });
    const prompt = await project.promptOf('implement');
    for (const text of [finding.description, ...CRITERIA]) expect(prompt).toContain(text);
    expect(await project.state()).toMatchObject({ open_security_issues: 1, pending_reviews: 1 });
  });

  it('is told as open at the end of a run that has no review of the implementation', async () => {
    const project = newProject(GREETING);
    await project.start(sessions, ...FLAGS, '--tier', 'rapid');
    const ended = await project.say('approve');
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    const told = `SEC-001 (HIGH, ${SEC_001.category}) in design.md: ${finding.description}`;
    expect(`${ended.out}\n${ended.err}`).toContain(`Still open: ${told}`);
    for (const verb of ['status', 'show'])
      expect((await project.baton(verb, 'story')).out).toContain(`Still open: ${told}`);
    const [view] = JSON.parse((await project.baton('status', 'story', '--json')).out).runs;
    expect(view.openFindings).toEqual([{ ...finding, status: 'open' }]);
  });
});

describe('fixing and reviewing again', () => {
  const AUDIT: ScriptedSession = {
    phase: 'audit',
    write: { 'security-review.md': 'SEC-001\n' },
    result: raising('@remediation-required', { security_findings: [SEC_001], verification_criteria: CRITERIA }),
  };
  const ASKED = { phase: 'briefing', result: raising('@brief-security', { security_concerns: ['keys'] }) };
  const FIRST_FIX: ScriptedSession = { ...FIX, write: { ...IMPLEMENT.write, ...FIX.write } };
  const unmet = { [CRITERIA[0] as string]: true, [CRITERIA[1] as string]: false, [CRITERIA[2] as string]: true };
  const AGAIN = { ...VERIFY, result: raising('@remediation-required', {}, { verification: unmet }) };

  it('needs every criterion checked off, and goes round again for one that is not met [R003-61]', async () => {
    const project = newProject(GREETING);
    const told = await project.start(
      [
        ...[ASKED, AUDIT, FIRST_FIX],
        { ...VERIFY, visit: 1, attempt: 1, result: raising('@approved') },
        { ...AGAIN, visit: 1, attempt: 2 },
        { ...VERIFY, visit: 2, attempt: 1 },
      ],
      ...FLAGS,
    );
    expect(told, JSON.stringify(told)).toMatchObject({ code: 0 });
    const events = await project.events();
    expect(story(events)).toEqual([
      'briefing completed',
      'audit completed',
      'fix completed',
      expect.stringMatching(/^re-review refused: criterion_unchecked/),
      're-review completed',
      'fix completed',
      're-review completed',
    ]);
    expect(eventsOf(events, 'finding.closed')).toHaveLength(1);
  });

  it('ends with a question to a person after five rounds', async () => {
    const project = newProject(GREETING);
    const told = await project.start([ASKED, AUDIT, FIRST_FIX, AGAIN], ...FLAGS);
    expect(told, JSON.stringify(told)).toMatchObject({ code: 4 });
    expect(story(await project.events()).filter((line) => line === 'fix completed')).toHaveLength(5);
    expect(await project.ask()).toMatchObject({ kind: 'decision' });
    expect(await project.state()).toMatchObject({ open_security_issues: 1 });
  }, 120_000);
});
