import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import { gitIn } from '../../repository.ts';
import { contextOf, eventsOf, handoffsIn, newProject, type Project, story } from './project.ts';
import { PUBLISHED_EVENT } from './published-event.ts';
import { CRITERIA, declaredFields, GREETING, SEC_001, SIGN_IN } from './sign-in.ts';

const FLAGS = ['--workflow', 'domain-zero'];

describe('the example of the protocol, through the command line', () => {
  let project: Project;
  let events: readonly JournalEvent[];
  let waiting: Awaited<ReturnType<Project['ask']>>;

  beforeAll(async () => {
    project = newProject(GREETING);
    const started = await project.start(SIGN_IN, ...FLAGS);
    expect(started, JSON.stringify(started)).toMatchObject({ code: 4 });
    waiting = await project.ask();
    const ended = await project.say('approve');
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    events = await project.events();
  }, 240_000);

  it('goes from briefing over approval, review, fix and re-review to its end [R003-57] [R003-61]', () => {
    expect(story(events)).toEqual([
      'briefing completed',
      'implement completed',
      'security-review completed',
      'fix completed',
      're-review completed',
    ]);
    expect(events.at(-1)?.type).toBe('run.completed');
  });

  it('hands on by triggers alone, each recorded in order [R003-04] [R003-05] [R003-14] [R003-19] [R003-55]', () => {
    expect(handoffsIn(events)).toEqual([
      'mission-control @brief-implementation implementation-specialist',
      'implementation-specialist @user-review mission-control',
      'implementation-specialist @security-review security-analyst',
      'security-analyst @remediation-required implementation-specialist',
      'implementation-specialist @re-review security-analyst',
      'security-analyst @approved mission-control',
    ]);
  });

  it('carries every declared field at every handoff [R003-02] [R003-41] [R003-42] [R003-43] [R003-45]', () => {
    for (const { source, trigger, context } of eventsOf(events, 'trigger.raised')) {
      expect(Object.keys(context as object).sort(), `${trigger}`).toEqual(declaredFields(`${source}`, trigger));
    }
  });

  it('fills files, tests, coverage and tier from what Baton saw, not from words [R003-38] [R003-28] [R003-31]', () => {
    expect(contextOf(events, '@security-review')).toMatchObject({
      files_modified: ['src/app.js'],
      files_created: expect.arrayContaining(['src/auth/jwt.js', 'src/auth/__tests__/jwt.test.js']),
      tier_level: 'standard',
      implementation_scope: 'JWT-based authentication',
      test_results: { total: 6, passed: 6, failed: 0 },
      test_coverage: { lines: 100, functions: 100 },
    });
    expect(contextOf(events, '@user-review')).toMatchObject({
      implementation_complete: true,
      rollback_plan: expect.stringContaining('baton rollback story --to'),
    });
  });

  it('says as verified only what was measured: completeness is the word of the agent', () => {
    const filledIn = (trigger: string) =>
      eventsOf(events, 'trigger.raised').find((one) => one.trigger === trigger)?.filled;
    expect(filledIn('@user-review')).toEqual(['backup_location', 'rollback_plan']);
    expect(contextOf(events, '@brief-implementation')).toMatchObject({
      project_state: { status: 'ACTIVE', pending_reviews: 0, open_security_issues: 0 },
      protocol_updates: [],
    });
    expect(JSON.stringify(contextOf(events, '@brief-implementation'))).not.toContain('active_features');
  });

  it('shows reviewers what was changed, and how much of it they have not seen', async () => {
    const review = await project.promptOf('security-review');
    for (const text of ['src/auth/jwt.js (added)', '|  6 ++++++', '+const word =']) expect(review).toContain(text);
    const again = await project.promptOf('re-review');
    expect(again).toContain('src/auth/word.js (added)');
    expect(again).not.toContain('src/app.js (modified)');
  });

  it('packs trace, artifacts and decisions of the phases before', async () => {
    const started = events.findLast(({ type, phase }) => type === 'phase.started' && phase === 'fix');
    const { out } = await project.baton('show', `story:${started?.seq}`, '--attachment', 'handoff.json');
    expect(JSON.parse(out)).toMatchObject({
      context: {
        artifacts: expect.arrayContaining(['src/app.js', 'src/auth/jwt.js', 'security-review.md']),
        decisions: [
          {
            what: 'Tokens are signed',
            alternatives: ['sessions'],
            phase: 'implement',
            agent: 'implementation-specialist',
          },
        ],
      },
      trace: {
        operation: 'domain-zero run story',
        decisions: ['briefing', 'implement', 'security-review'].map((phase) => ({ point: `${phase}, cycle 1` })),
        success: true,
      },
    });
    expect(await project.promptOf('fix')).toContain('Tokens are signed: nothing has to be stored (not: sessions)');
  });

  it('waits for a person between implementation and review [R003-15] [R003-37]', () => {
    expect(waiting).toMatchObject({
      kind: 'approval',
      about: expect.stringContaining(
        'Then comes security-review, which you may pass over with a reason (approve with --skip).',
      ),
    });
    const types = events.map(({ type, phase }) => `${type} ${phase}`);
    const review = types.indexOf('phase.started security-review');
    expect(types.indexOf('ask.answered implement')).toBeGreaterThan(0);
    expect(review).toBeGreaterThan(types.indexOf('ask.answered implement'));
  });

  it('keeps the finding and its criteria until the reviewer verified each [R003-16] [R003-17] [R003-18] [R003-33]', () => {
    expect(eventsOf(events, 'finding.opened')).toMatchObject([{ finding: SEC_001, criteria: CRITERIA }]);
    expect(eventsOf(events, 'finding.closed')).toMatchObject([{ sec_id: 'SEC-001' }]);
    expect(contextOf(events, '@remediation-required')).toMatchObject({
      security_findings: [SEC_001],
      remediation_required: true,
      sec_ids: ['SEC-001'],
      verification_criteria: CRITERIA,
    });
    expect(contextOf(events, '@approved')).toMatchObject({ remediation_required: false, sec_ids: [] });
  });

  it('gives the fixing agent the finding and its criteria in its package', async () => {
    const prompt = await project.promptOf('fix');
    for (const text of ['SEC-001', SEC_001.description, ...CRITERIA]) expect(prompt).toContain(text);
    const verifying = await project.promptOf('re-review');
    for (const text of ['SEC-001', ...CRITERIA]) expect(verifying).toContain(text);
  });

  it('exports its state with every handoff as a valid event [R003-03] [R003-62] [R003-63] [R003-64]', async () => {
    const state = await project.state();
    expect(state).toMatchObject({
      status: 'IDLE',
      active_features: 0,
      pending_reviews: 0,
      open_security_issues: 0,
      features: [{ name: 'story', status: 'COMPLETE', security_reviewed: true, reviews_passed_over: [] }],
      findings: [{ ...SEC_001, status: 'closed', verification_criteria: CRITERIA }],
      other_handoffs: [],
    });
    const ajv = addFormats.default(new Ajv());
    const isEvent = ajv.compile(PUBLISHED_EVENT);
    const log = eventsOf(events, 'trigger.raised');
    expect(state.handoffs).toHaveLength(log.length);
    for (const [at, event] of state.handoffs.entries()) {
      expect(isEvent(event), ajv.errorsText(isEvent.errors)).toBe(true);
      expect(event).toMatchObject({ trigger: log[at]?.trigger, context: log[at]?.context, status: 'completed' });
    }
    expect(new Set(state.handoffs.map(({ event_id }: { event_id: string }) => event_id)).size).toBe(log.length);
  });

  it('is sound when its record is judged again', async () => {
    const verified = await project.baton('verify', 'story');
    expect(verified, verified.out).toMatchObject({ code: 0 });
  });

  it('leaves no file of the state on the branch, and refuses to put one on what was proved', async () => {
    const refused = await project.baton('export', 'story', '--branch');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('has ended (completed)') });
    expect(gitIn(project.path, 'ls-tree', '-r', '--name-only', 'baton/story')).not.toContain('.protocol-state');
  });
});
