import { describe, expect, it } from 'vitest';
import { proveBaseline, startTale } from '../../../../test/workflow/tale.ts';
import type { RunState } from '../../../workflow/state.ts';
import { evidenceFor } from './handoff-evidence.ts';

const FIELDS = [
  ...['implementation_complete', 'protocol_updates', 'project_state', 'tier_level', 'tier_guidance'],
  ...['test_results', 'test_types'],
];

/** What Baton knows of a run in which no test ran and nothing says a tier. */
function knownBy(state: Partial<RunState>, changed: readonly string[] = []) {
  const told = proveBaseline(startTale());
  const untested = { ...told.state.knowledge, reportAt: 0 };
  const edge = { trigger: '@go', source: 'a', target: 'b', to: 'end', fields: FIELDS };
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
