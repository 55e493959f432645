import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baton, batonJson } from '../baton.ts';
import { BUILT_IN_AGENTS as BUILT_IN } from '../built-in-agents.ts';
import { temporaryDirectory, temporaryRepository } from '../repository.ts';

const REVIEWER = `---
name: Code Reviewer
description: Reviews what was changed
tools: Read, Grep
handoffs:
  - agent: test-agent
    trigger: "@missing-test"
    context: [files_modified]
---

Review the change.\u001b[2J
`;

function repositoryWith(files: Readonly<Record<string, string>>): string {
  const path = temporaryRepository();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

describe('baton agents list', () => {
  it('shows the built-in agents with their tools [R001-04] [R001-12] [R001-13] [R001-14] [R001-15]', () => {
    const path = temporaryRepository();
    const { code, out } = baton(path, 'agents', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/^NAME +SOURCE +TOOLS +DESCRIPTION$/m);
    expect(out).toMatch(/^test-list-agent +built-in +Read Write Glob Grep +Plans test-driven work/m);
    expect(out).toMatch(/^test-agent +built-in +Read Write Bash +Writes one failing test/m);
    const { agents } = batonJson(path, 'agents', 'list');
    const names = agents.map(({ name }: { name: string }) => name);
    expect(names).toEqual(BUILT_IN);
    expect(agents[0]).not.toHaveProperty('text');
  });

  it("shows a project's own agents, and those that take the place of built-in ones", () => {
    const path = repositoryWith({
      '.github/agents/reviewer.agent.md': REVIEWER,
      '.claude/agents/helper.md': '---\nname: helper\ndescription: Helps: a lot\ntools: Read\n---\nHelp.\n',
      '.claude/agents/README.md': '# Our agents\n',
      '.baton/agents/test-agent.agent.md': '---\ndescription: Ours\ntools: [Read]\n---\nWrite tests our way.\n',
    });
    const { agents } = batonJson(path, 'agents', 'list');
    const sources = agents.map(({ name, source }: Record<string, string>) => `${name} ${source}`);
    expect(sources).toContain('helper .claude/agents/helper.md');
    expect(sources).toContain('reviewer .github/agents/reviewer.agent.md');
    expect(sources).toContain('test-agent .baton/agents/test-agent.agent.md');
    expect(agents).toHaveLength(BUILT_IN.length + 2);
  });

  it('looks where baton.yaml says', () => {
    const path = repositoryWith({
      'baton.yaml': 'agents: [team/*.agent.md]\n',
      'team/reviewer.agent.md': REVIEWER,
      '.baton/agents/other.agent.md': REVIEWER,
    });
    const names = batonJson(path, 'agents', 'list').agents.map(({ name }: { name: string }) => name);
    expect(names).toContain('reviewer');
    expect(names).not.toContain('other');
  });

  it('names the file, the line and the key where one is wrong, and where there is no repository', () => {
    const path = repositoryWith({ '.baton/agents/a.agent.md': '---\nname: a\ntools: 5\n---\n' });
    expect(baton(path, 'agents', 'list')).toMatchObject({
      code: 0,
      err: 'baton: Ignored .baton/agents/a.agent.md:3:8: tools is 5 (expected a list).',
    });
    expect(baton(temporaryDirectory(), 'agents', 'list').code).toBe(3);
  });
});

describe('baton agents show', () => {
  it('prints where an agent comes from, its tools, its handoffs and its file, harmless to a terminal', () => {
    const path = repositoryWith({ '.github/agents/reviewer.agent.md': REVIEWER });
    const { code, out } = baton(path, 'agents', 'show', 'reviewer');
    expect(code).toBe(0);
    expect(out).toContain('agent     reviewer (Code Reviewer)\nsource    .github/agents/reviewer.agent.md\n');
    expect(out).toContain('tools     Read, Grep\n');
    expect(out).toContain('handoffs  test-agent (@missing-test)\n\n---\nname: Code Reviewer\n');
    expect(out.endsWith('Review the change.[2J')).toBe(true);
    expect(baton(path, 'agents', 'show', 'code reviewer').out).toBe(out);
  });

  it('says in whose place an agent stands', () => {
    const path = repositoryWith({ '.baton/agents/test-agent.agent.md': REVIEWER.replace('Code Reviewer', 'Ours') });
    expect(baton(path, 'agents', 'show', 'test-agent').out).toContain(
      'source    .baton/agents/test-agent.agent.md, in place of built-in\n',
    );
  });

  it('gives everything as JSON', () => {
    const { agent } = batonJson(temporaryRepository(), 'agents', 'show', 'test-agent');
    expect(agent).toMatchObject({ name: 'test-agent', source: 'built-in', tools: ['Read', 'Write', 'Bash'] });
    expect(agent.body).toMatch(/^# Test agent \(red\)/);
    expect(agent.text).toContain(agent.body);
  });

  it('offers the nearest name for one that nobody has', () => {
    const path = temporaryRepository();
    expect(baton(path, 'agents', 'show', 'tst-agent')).toMatchObject({
      code: 2,
      err: 'baton: There is no agent "tst-agent". Did you mean test-agent?',
    });
    expect(baton(path, 'agents', 'show', 'zebra')).toMatchObject({
      code: 2,
      err: `baton: There is no agent "zebra". Known agents: ${BUILT_IN.join(', ')}.`,
    });
  });
});
