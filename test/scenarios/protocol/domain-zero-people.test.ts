import { describe, expect, it } from 'vitest';
import { newProject, story } from './project.ts';
import { BRIEF, CRITERIA, FIND, GREETING, IMPLEMENT, raising, SEC_001, SHARP_TEST } from './sign-in.ts';

const FLAGS = ['--workflow', 'domain-zero'];

describe('a person', () => {
  it('may pass the review over with a reason, which is kept and told', async () => {
    const project = newProject(GREETING);
    await project.start([BRIEF, IMPLEMENT], ...FLAGS);
    const ended = await project.say('approve', '--skip', 'only a prototype');
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    expect(`${ended.out}\n${ended.err}`).toContain('only a prototype');
    expect(story(await project.events())).toEqual(['briefing completed', 'implement completed']);
    expect((await project.baton('status', 'story')).out).toContain('security-review: only a prototype');
    const passed = [{ phase: 'security-review', reason: 'only a prototype' }];
    const [feature] = (await project.state()).features;
    expect(feature).toMatchObject({ status: 'COMPLETE', security_reviewed: false, reviews_passed_over: passed });
  });

  it('may reject the implementation, which is then done again with the reason [R003-65]', async () => {
    const project = newProject(GREETING);
    const second = { ...IMPLEMENT, attempt: 2 };
    await project.start([BRIEF, IMPLEMENT, second, FIND], ...FLAGS);
    const again = await project.say('reject', '--reason', 'say how long a token lasts');
    expect(again).toMatchObject({ code: 4 });
    expect(await project.promptOf('implement')).toContain('say how long a token lasts');
    const { handoffs: log, pending_reviews } = await project.state();
    expect(log.map(({ status }: { status: string }) => status)).toEqual(['pending', 'failed', 'pending']);
    expect(pending_reviews).toBe(1);
  });
});

describe('tiers', () => {
  it('rapid needs no security review [R003-39]', async () => {
    const project = newProject(GREETING);
    await project.start([BRIEF, IMPLEMENT], ...FLAGS, '--tier', 'rapid');
    const ended = await project.say('approve');
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    expect(story(await project.events())).toEqual(['briefing completed', 'implement completed']);
    expect((await project.state()).features[0]).toMatchObject({ tier: 'rapid', security_reviewed: false });
  });

  it('critical asks for more kinds of tests, coverage, and tests that notice wrong lines', async () => {
    const project = newProject(GREETING);
    const sharp = (name: string) => ({ [`test/${name}/sign-in.test.js`]: SHARP_TEST });
    const session = (attempt: number, more: object) => ({
      ...IMPLEMENT,
      attempt,
      write: { ...IMPLEMENT.write, ...more },
    });
    await project.start(
      [BRIEF, session(1, {}), session(2, sharp('unit')), session(3, { ...sharp('integration'), ...sharp('e2e') })],
      ...FLAGS,
      ...['--tier', 'critical'],
    );
    const events = await project.events();
    expect(story(events)).toEqual([
      'briefing completed',
      'implement refused: mutant_survived',
      'implement refused: test_kind_missing, test_kind_missing',
    ]);
    expect(await project.ask()).toMatchObject({ kind: 'approval' });
    const gates = events
      .filter(({ type, attempt }) => type === 'gate.passed' && attempt === 3)
      .map(({ data }) => data.gate);
    expect(gates).toEqual(expect.arrayContaining(['scope', 'tests', 'mutation', 'kinds', 'quality']));
  }, 180_000);

  it('critical accepts no approval while a HIGH finding is open', async () => {
    const project = newProject(GREETING);
    const report = { security_findings: [SEC_001], verification_criteria: CRITERIA };
    const session = { phase: 'audit', write: { 'security-review.md': 'SEC-001\n' } };
    const told = await project.start(
      [
        { phase: 'briefing', result: raising('@brief-security', { security_concerns: ['keys'] }) },
        { ...session, attempt: 1, result: raising('@approved', report) },
        { ...session, attempt: 2, result: raising('@remediation-required', report) },
        { phase: 'fix', end: 'unavailable' },
      ],
      ...FLAGS,
      ...['--tier', 'critical'],
    );
    const events = await project.events();
    expect(story(events), JSON.stringify(told)).toEqual([
      'briefing completed',
      expect.stringMatching(/^audit refused: .*finding_open/),
      'audit completed',
    ]);
    expect(await project.state()).toMatchObject({ open_security_issues: 1, findings: [{ status: 'open' }] });
  });
});
