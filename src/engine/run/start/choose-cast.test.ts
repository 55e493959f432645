import { describe, expect, it } from 'vitest';
import { PUBLISHED_AGENTS } from '../../../../test/scenarios/protocol/published-agents.ts';
import { chooseAgents } from '../../../protocol/agent-choice.ts';
import type { Config } from '../../../protocol/config-schema.ts';
import { readAgentTexts } from '../../agents.ts';
import { builtInWorkflow } from '../../workflows.ts';
import { chooseCast } from './choose-cast.ts';

const DOMAIN_ZERO = builtInWorkflow('domain-zero');
const project = Object.entries(PUBLISHED_AGENTS).map(([file, text]) => ({ file, text }));
const { builtIn } = readAgentTexts({ checkout: undefined }, {});

function castWith(config: Config, files = project) {
  const repository = { checkout: undefined } as Parameters<typeof chooseCast>[1]['repository'];
  const agents = async (names?: readonly string[]) => chooseAgents(builtIn, files, names);
  return chooseCast(DOMAIN_ZERO, { repository, agents }, { config });
}

describe('agents that lack triggers of their workflow', () => {
  it('are refused before a run begins, with every trigger and what can be done', async () => {
    const error: Error = await castWith({}).catch((reason) => reason);
    for (const text of [
      'The workflow domain-zero cannot finish with these agents.',
      'yuuji (protocol/yuuji.agent.md): @re-review to megumi, needed in fix',
      'megumi (protocol/megumi.agent.md): @approved to gojo, needed in ux-review, security-review, audit, re-review',
      '"@re-review": { source: yuuji, target: megumi }',
      '"@approved": { source: megumi, target: gojo }',
      '--use-builtin',
    ]) {
      expect(error.message).toContain(text);
    }
    expect(error).toMatchObject({ code: 'invalid_input', data: { missing: expect.arrayContaining([]) } });
  });

  it('are replaced by the built-in ones where that is asked for, and the others stay', async () => {
    const { workflow, agents, warnings } = await castWith({ use_builtin: true });
    expect([...new Set(Object.values(workflow.phases).map(({ agent }) => agent))]).toEqual([
      ...['gojo', 'nobara', 'security-analyst', 'implementation-specialist'],
    ]);
    expect(workflow).toMatchObject({ orchestrator: 'gojo', authority: { nobara: expect.any(Array) } });
    expect(agents.get('gojo')?.handoffs.map(({ agent }) => agent)).toEqual([
      ...['implementation-specialist', 'security-analyst', 'nobara'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('may be given them by the settings, or another word for them', async () => {
    const triggers = { '@approved': { source: 'megumi', target: 'gojo' }, '@re-review': '@security-review' };
    const { workflow, warnings } = await castWith({ triggers });
    expect(workflow.phases.fix?.on).toEqual({ '@security-review': 're-review' });
    expect(workflow.phases.implement?.on).toHaveProperty('@user-review');
    expect(warnings).toEqual([]);
  });

  it('only make a warning where the workflow can end without', async () => {
    const without = Object.fromEntries(
      Object.entries(PUBLISHED_AGENTS).filter(([file]) => file === 'protocol/nobara.agent.md'),
    );
    const text = `${without['protocol/nobara.agent.md']}`.replace('@security-ux-review', '@other-review');
    const { warnings } = await castWith({}, [{ file: 'protocol/nobara.agent.md', text }]);
    expect(warnings).toEqual([
      'nobara does not declare @security-ux-review to security-analyst, so it cannot raise it in design of domain-zero.',
    ]);
  });
});

describe('a trigger of a project', () => {
  const review = { source: 'yuuji', target: 'megumi', context: ['benchmark_results'] };

  it('leads from every phase of its source to its target, with the approval that the phase asks for', async () => {
    const { workflow } = await castWith({ triggers: { '@performance-review': review } }, []);
    expect(workflow.phases.implement?.on['@performance-review']).toEqual({ to: 'security-review', approval: true });
    expect(workflow.phases.fix?.on['@performance-review']).toEqual({ to: 're-review', approval: false });
    expect(workflow.phases.briefing?.on).not.toHaveProperty('@performance-review');
  });

  it('leads to the first phase of its target where no other way does, approved if all others are', async () => {
    const { workflow } = await castWith({ triggers: { '@ask': { source: 'yuuji', target: 'gojo' } } }, []);
    expect(workflow.phases.implement?.on['@ask']).toEqual({ to: 'briefing', approval: true });
    expect(workflow.phases.fix?.on['@ask']).toEqual({ to: 'briefing', approval: false });
  });
});
