import { describe, expect, it } from 'vitest';
import { builtIn } from '../../../../test/workflow/built-in.ts';
import { listOf, proveBaseline, startTale } from '../../../../test/workflow/tale.ts';
import type { RunState } from '../../../workflow/state.ts';
import { evidenceFor } from './handoff-evidence.ts';

const FIELDS = [
  ...['implementation_complete', 'protocol_updates', 'project_state', 'tier_level', 'tier_guidance'],
  ...['test_results', 'test_types'],
];

/** What Baton knows of a run in which no test ran and nothing says a tier. */
function knownBy(state: Partial<RunState>, changed: readonly string[] = [], hands: object = {}) {
  const told = proveBaseline(startTale());
  const untested = { ...told.state.knowledge, reportAt: 0 };
  const edge = { trigger: '@go', source: 'a', target: 'b', to: 'end', fields: FIELDS, ...hands };
  const changes = async () => changed.map((path) => ({ path, kind: 'modified' }));
  const [handing, moment, sources] = [
    { edge, claim: { session: 's', at: '', result: {}, redactions: [] }, judged: { tree: 't', changes: [] } },
    { run: 'r', state: { ...told.state, knowledge: untested, ...state } },
    { changes },
  ] as unknown as Parameters<typeof evidenceFor>;
  return evidenceFor(handing, moment, sources);
}

describe('what a handoff carries as verified', () => {
  it('is measured or not there', async () => {
    expect(await knownBy({ rules: 3 }, ['src/a.js', 'CLAUDE.md', 'docs/x.agent.md'])).toEqual({
      protocol_updates: ['CLAUDE.md (modified)', 'docs/x.agent.md (modified)'],
      project_state: { status: 'ACTIVE', pending_reviews: 0, open_security_issues: 0 },
    });
  });

  it('of the project is its status, the reviews that wait and the open findings [R003-35]', async () => {
    const workflow = builtIn('domain-zero');
    const findings = ['open', 'open', 'closed'].map((status) => ({ status }));
    const knowledge = { ...startTale().state.knowledge, findings } as unknown as RunState['knowledge'];
    const counts = async (to: string, state: Partial<RunState>) =>
      (await knownBy({ workflow, ...state }, [], { to, fields: ['project_state'] })).project_state;
    const none = { status: 'ACTIVE', pending_reviews: 0, open_security_issues: 0 };
    expect(await counts('implement', {})).toEqual(none);
    expect(await counts('security-review', {})).toEqual({ ...none, pending_reviews: 1 });
    expect(await counts('implement', { knowledge })).toEqual({ ...none, open_security_issues: 2 });
  });

  it('lists the open items of the test list as tasks, or else the request, and what changed the protocol [R003-36]', async () => {
    const fields = ['current_tasks', 'protocol_updates'];
    expect(await knownBy({}, ['CLAUDE.md'], { fields })).toEqual({
      current_tasks: ['A stack'],
      protocol_updates: ['CLAUDE.md (modified)'],
    });
    const knowledge = { ...startTale().state.knowledge, list: listOf(['push', 'x pop', 'peek']) };
    expect(await knownBy({ knowledge }, [], { fields })).toEqual({
      current_tasks: ['push', 'peek'],
      protocol_updates: [],
    });
  });

  it('stays what it was in runs that were recorded before', async () => {
    expect(await knownBy({ rules: 2 }, ['CLAUDE.md'])).toMatchObject({
      implementation_complete: true,
      protocol_updates: [],
      project_state: { active_features: 1 },
      tier_level: 'standard',
      test_results: { total: 0 },
      test_types: [],
    });
  });
});
