import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtIn, TDD } from '../../test/workflow/built-in.ts';
import { judgePlan } from '../evidence/plan/judge-plan.ts';
import { EMPTY_LIST, readTestList } from '../evidence/plan/test-list.ts';
import { REFUSAL_CODES } from '../evidence/reasons.ts';
import { parseChariotOutput } from '../handoff/dialects/chariot.ts';
import { BLOCKED_REASONS, RESULT_STATUSES } from '../handoff/result-schema.ts';
import { targetOf } from '../workflow/workflow.ts';
import type { Phase, Workflow } from '../workflow/workflow-schema.ts';
import { chooseAgents } from './agent-choice.ts';
import type { Agent } from './agent-file.ts';
import { CONTEXT_FIELDS } from './context-fields.ts';
import { ESCALATE, STANDARD_TRIGGERS } from './triggers.ts';

const folder = join(import.meta.dirname, 'agents');
const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const agents = chooseAgents(files, []);
const named = (name: string): Agent => agents.get(name) as Agent;
const [DOMAIN_ZERO, CAPABILITY] = [builtIn('domain-zero'), builtIn('capability')];
const playersOf = ({ phases }: Workflow) => [...new Set(Object.values(phases).map(({ agent }) => agent))];

/** What stands first in the rows of the table of refusals. */
function codesOf({ body }: Agent): string[] {
  return [...body.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, code = '']) => code);
}

function blocksOf({ body }: Agent, language: string): string[] {
  return [...body.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
}

describe('the built-in agents', () => {
  it('are those of the three workflows, each in a file of its name [R001-04]', () => {
    expect(playersOf(TDD)).toEqual(['test-list-agent', 'test-agent', 'implementing-agent', 'refactor-agent']);
    expect(playersOf(DOMAIN_ZERO)).toEqual([
      ...['mission-control', 'ux-specialist', 'security-analyst', 'implementation-specialist'],
    ]);
    const players = [TDD, DOMAIN_ZERO, CAPABILITY].flatMap(playersOf);
    expect([...agents.keys()].sort()).toEqual(players.sort());
    expect(files.map(({ file }) => file).sort()).toEqual(players.map((name) => `${name}.agent.md`).sort());
  });

  it('of Chariot play the phases the protocol gives them [R002-21] [R002-22] [R002-23] [R002-25]', () => {
    const { phases } = CAPABILITY;
    const line: string[] = [];
    for (let at = CAPABILITY.start; at !== 'end'; at = targetOf(phases[at] as Phase, 'complete')) line.push(at);
    expect(line.map((phase) => [phase, phases[phase]?.agent])).toEqual([
      ['brainstorming', 'brainstorming'],
      ['discovery', 'Explore'],
      ['architecture', 'capability-lead'],
      ['implementation', 'capability-developer'],
      ['completion', 'completion-checker'],
      ['review', 'capability-reviewer'],
      ['testing', 'test-lead'],
    ]);
  });

  it.each([
    ['test-list-agent', ['Read', 'Write', 'Glob', 'Grep']],
    ['test-agent', ['Read', 'Write', 'Bash']],
    ['implementing-agent', ['Read', 'Write', 'Edit', 'Bash']],
    ['refactor-agent', ['Read', 'Edit', 'Bash', 'Grep']],
  ])(
    '%s gets the tools of its phase, and never Task [R001-12] [R001-13] [R001-14] [R001-15] [R001-16]',
    (name, tools) => {
      expect(named(name).tools).toEqual(tools);
    },
  );

  it('hand on as the workflow tdd does, and choose no model', () => {
    for (const phase of Object.values(TDD.phases)) {
      const next = TDD.phases[targetOf(phase, 'complete')]?.agent;
      expect(named(phase.agent).handoffs.map(({ agent }) => agent)).toEqual([next]);
    }
    for (const { model } of agents.values()) expect(model).toBeUndefined();
  });

  it('of Domain Zero declare all standard triggers with target and fields [R003-41] [R003-42] [R003-43] [R003-44] [R003-45]', () => {
    for (const { name, source, target, context } of STANDARD_TRIGGERS) {
      const sources = name === ESCALATE ? ['implementation-specialist', 'security-analyst', 'ux-specialist'] : [source];
      for (const agent of sources) {
        const declared = named(agent).handoffs.find(({ trigger }) => trigger === name);
        expect(declared, `${agent} ${name}`).toMatchObject({ agent: target });
        expect(declared?.context).toEqual(expect.arrayContaining([...context]));
      }
    }
  });

  it('declare every trigger that ends a phase of theirs, and name only fields that are known', () => {
    for (const workflow of [TDD, DOMAIN_ZERO, CAPABILITY]) {
      const known = [...Object.keys(CONTEXT_FIELDS), ...Object.keys(workflow.context ?? {})];
      for (const { agent, on } of Object.values(workflow.phases)) {
        const { handoffs } = named(agent);
        const triggers = Object.keys(on).filter((word) => word.startsWith('@'));
        expect(
          handoffs.map(({ trigger }) => trigger),
          agent,
        ).toEqual(expect.arrayContaining(triggers));
        for (const { context = [] } of handoffs) expect(known).toEqual(expect.arrayContaining([...context]));
      }
    }
  });

  it('hand only to agents there are, and tell VS Code what to show for it', () => {
    for (const { name, handoffs } of agents.values()) {
      expect(handoffs, name).not.toEqual([]);
      for (const { agent, label, prompt } of handoffs) {
        expect([...agents.keys()], name).toContain(agent);
        expect([label, prompt]).toEqual([expect.any(String), expect.any(String)]);
      }
    }
  });

  it('tell every code that a gate can refuse with, and none that there is not', () => {
    const told = new Set([...agents.values()].flatMap(codesOf));
    // What a person decides about is told to no agent as a refusal.
    const codes = Object.keys(REFUSAL_CODES).filter((code) => code !== 'already_implemented');
    expect([...told].sort()).toEqual(codes.sort());
  });

  it.each([...agents.keys()])('%s says how to report, and its example is a result that is read', (name) => {
    const agent = named(name);
    const isItsOwn = (reason: string) => reason !== 'already_implemented' || name === 'test-agent';
    for (const word of ['BATON_OUTPUT', ...RESULT_STATUSES, ...BLOCKED_REASONS.filter(isItsOwn)])
      expect(agent.body).toContain(`\`${word}\``);
    expect(blocksOf(agent, 'json')).toHaveLength(1);
    expect(parseChariotOutput(agent.body)).toMatchObject({ status: 'complete', summary: expect.any(String) });
  });

  it('show test lists that the gate of the plan accepts', () => {
    const lists = blocksOf(named('test-list-agent'), 'markdown');
    expect(lists.map((list) => readTestList(list).list?.items.length)).toEqual([4, 7]);
    expect(judgePlan(EMPTY_LIST, lists[1])).toMatchObject({ verdict: 'passed', facts: { next: { id: 'T1' } } });
  });
});
