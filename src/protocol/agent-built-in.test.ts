import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgePlan } from '../evidence/plan/judge-plan.ts';
import { EMPTY_LIST, readTestList } from '../evidence/plan/test-list.ts';
import { REFUSAL_CODES } from '../evidence/reasons.ts';
import { parseChariotOutput } from '../handoff/dialects/chariot.ts';
import { BLOCKED_REASONS, RESULT_STATUSES } from '../handoff/result-schema.ts';
import { TDD } from '../workflow/tdd.ts';
import { chooseAgents } from './agent-choice.ts';
import type { Agent } from './agent-file.ts';

const folder = join(import.meta.dirname, 'agents');
const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const agents = chooseAgents(files, []);
const named = (name: string): Agent => agents.get(name) as Agent;

/** What stands first in the rows of the table of refusals. */
function codesOf({ body }: Agent): string[] {
  return [...body.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, code = '']) => code);
}

function blocksOf({ body }: Agent, language: string): string[] {
  return [...body.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
}

describe('the built-in agents', () => {
  it('are the four of the workflow tdd, each in a file of its name [R001-04]', () => {
    expect(Object.values(TDD.phases).map(({ agent }) => agent)).toEqual([
      ...['test-list-agent', 'test-agent', 'implementing-agent', 'refactor-agent'],
    ]);
    expect(files.map(({ file }) => file).sort()).toEqual([...agents.keys()].map((name) => `${name}.agent.md`));
    expect([...agents.keys()].sort()).toEqual(
      Object.values(TDD.phases)
        .map(({ agent }) => agent)
        .sort(),
    );
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

  it('hand on as the workflow does, and choose no model', () => {
    for (const { agent, on } of Object.values(TDD.phases)) {
      const next = TDD.phases[on.complete ?? '']?.agent;
      expect(named(agent).handoffs.map((handoff) => handoff.agent)).toEqual([next]);
      expect(named(agent).model).toBeUndefined();
    }
  });

  it('tell every code that a gate can refuse with, and none that there is not', () => {
    const told = new Set([...agents.values()].flatMap(codesOf));
    expect([...told].sort()).toEqual(Object.keys(REFUSAL_CODES).sort());
  });

  it.each([...agents.keys()])('%s says how to report, and its example is a result that is read', (name) => {
    const agent = named(name);
    for (const word of ['BATON_OUTPUT', ...RESULT_STATUSES, ...BLOCKED_REASONS])
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
