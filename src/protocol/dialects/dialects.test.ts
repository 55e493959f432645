import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAgent } from '../agent-file.ts';
import type { Agent } from '../agent-schema.ts';
import { writeClaude } from './claude.ts';
import { writeDomainZero } from './domain-zero.ts';
import { writeVscode } from './vscode.ts';
import { isCopy, type WrittenAgent } from './written-agent.ts';

const BASIC = ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep'];
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5})?$/);
const sentence = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    'a: b',
    '- x',
    '# no comment',
    '"quoted"',
    "it's",
    '---',
    '...',
    'null',
    '5',
    '@x',
    'two\nlines\n---\n',
    '|',
  ),
);
const handoff = fc.record(
  {
    agent: word,
    trigger: fc.stringMatching(/^@[a-z][a-z-]{0,9}$/),
    context: fc.array(word, { maxLength: 3 }),
    label: sentence,
    prompt: sentence,
    send: fc.boolean(),
    model: sentence,
  },
  { requiredKeys: ['agent'] },
);
const agents: fc.Arbitrary<Agent> = fc
  .record({
    name: word,
    title: fc.option(
      sentence.map((text) => `Agent ${text.trim()}`.trim()),
      { nil: undefined },
    ),
    description: sentence,
    tools: fc.subarray(BASIC),
    model: fc.constantFrom(undefined, 'sonnet', 'opus', 'GPT-5 (copilot)'),
    handoffs: fc.array(handoff, { maxLength: 3 }),
    scope: fc.constantFrom(undefined, ['docs/**']),
    body: fc.string({ maxLength: 80 }).map((text) => text.replaceAll('\r', '').replace(/^\n+/, '')),
  })
  .map((parts) => ({ ...parts, other: {}, source: 'x/original.agent.md', replaces: [], text: '' }) as Agent);

const load = ({ file, text }: WrittenAgent, folder: string): Agent => parseAgent(text, `${folder}/${file}`);
const sorted = (list: readonly string[]) => [...list].sort();

function everyAgent(check: (agent: Agent) => void): void {
  fc.assert(fc.property(agents, check), { numRuns: 400 });
}

describe('a copy of any agent means the same when it is loaded', () => {
  it.each([
    ['VS Code', writeVscode],
    ['Domain Zero', writeDomainZero],
  ])('for %s, with both dialects of its handoffs [R003-12]', (_, write) => {
    everyAgent((agent) => {
      const written = write(agent);
      const loaded = load(written, '.github/agents');
      expect(loaded).toMatchObject({ name: agent.name, description: agent.description, body: agent.body });
      expect([loaded.title, loaded.model]).toEqual([agent.title, agent.model]);
      expect(sorted(loaded.tools)).toEqual(sorted(agent.tools));
      expect(loaded.handoffs.map(({ label: _, ...rest }) => rest)).toEqual(
        agent.handoffs.map(({ label: __, ...rest }) => rest),
      );
      expect(loaded.handoffs.map(({ label }, at) => agent.handoffs[at]?.label ?? label)).toEqual(
        loaded.handoffs.map(({ label }) => label),
      );
      expect(isCopy(written.text)).toBe(true);
    });
  });

  it('for Claude Code, as far as it has the words', () => {
    everyAgent((agent) => {
      const written = writeClaude(agent);
      const loaded = load(written, '.claude/agents');
      expect(loaded).toMatchObject({ name: agent.name, body: agent.body, handoffs: [] });
      expect(loaded.description).toBe(agent.description || `The agent ${agent.title ?? agent.name}`);
      expect(sorted(loaded.tools)).toEqual(sorted(agent.tools));
      expect(loaded.model).toBe(agent.model === 'GPT-5 (copilot)' ? undefined : agent.model);
      const lost = written.losses.map(({ key }) => key);
      expect(lost.includes('handoffs')).toBe(agent.handoffs.length > 0);
      expect(lost.includes('model')).toBe(agent.model === 'GPT-5 (copilot)');
      expect(lost.includes('scope')).toBe(agent.scope !== undefined);
    });
  });
});

const FULL = parseAgent(
  `---
name: Full Agent
description: Has everything
tools: [Read, Write, Glob, 'Bash(git log:*)', mcp__docs__find, WebSearch, todo]
model: opus
maxTurns: 5
runner: claude
scope: [src/**]
gates: [tests]
context: { risk: { type: number } }
color: blue
argument-hint: what to do
unheard-of: 1
handoffs:
  - agent: other
    trigger: '@security-review'
    context: [risk]
  - agent: third
---

Work.
`,
  '.baton/agents/full.agent.md',
);

/** The keys of a file as other programs see them. */
const front = ({ text }: WrittenAgent): string => text.split('---\n')[1] ?? '';

describe('an agent that has everything', () => {
  it('is written for VS Code with its keys only, and tools that are no wider', () => {
    const written = writeVscode(FULL);
    expect(
      front(written),
    ).toBe(`# Copy of .baton/agents/full.agent.md, written by \`baton agents export\`. Take this line out to make the copy count for Baton.
name: Full Agent
description: Has everything
argument-hint: what to do
tools:
  - read
  - edit/createFile
  - search/fileSearch
  - docs/find
  - todo
model: opus
handoffs:
  - label: Security review
    agent: other
    trigger: "@security-review"
    context:
      - risk
  - label: Hand to third
    agent: third
`);
    expect(written.losses.map(({ key }) => key)).toEqual([
      ...['tools: Bash(git log:*)', 'tools: WebSearch', 'runner', 'scope', 'gates', 'context', 'maxTurns', 'color'],
      'unheard-of',
    ]);
  });

  it('is written for Claude Code with its keys only', () => {
    const written = writeClaude(FULL);
    expect(written.file).toBe('full.md');
    expect(front(written).split('\n').slice(1)).toEqual([
      ...['name: full', 'description: Has everything'],
      'tools: Read, Write, Glob, Bash(git log:*), mcp__docs__find, WebSearch, TodoWrite',
      ...['model: opus', 'maxTurns: 5', 'color: blue', ''],
    ]);
    expect(written.losses.map(({ key }) => key)).toEqual([
      ...['name', 'handoffs', 'runner', 'scope', 'gates', 'context', 'argument-hint', 'unheard-of'],
    ]);
  });

  it('is written for Domain Zero with everything, and a handoff without a trigger is told', () => {
    const written = writeDomainZero(FULL);
    expect(load(written, '.github/agents')).toMatchObject({
      scope: ['src/**'],
      gates: ['tests'],
      context: { risk: { type: 'number' } },
      other: { target: 'vscode', color: 'blue', 'unheard-of': 1 },
    });
    expect(written.losses.map(({ key }) => key)).toEqual(['tools: Bash(git log:*)', 'handoffs[1]']);
  });

  it('keeps its tools between Domain Zero, VS Code and Claude Code, in all directions', () => {
    const words = 'read, write, edit, bash, grep, glob, todowrite, task, webfetch, websearch';
    const original = parseAgent(`---\ntools: [${words}]\n---\nWork.\n`, 'protocol/dev.agent.md');
    const names = ['Read', 'Write', 'Edit', 'Bash', 'Grep', 'Glob', 'TodoWrite', 'Task', 'WebFetch', 'WebSearch'];
    expect(sorted(original.tools)).toEqual(sorted(names));
    const vscode = writeVscode(original);
    expect(front(vscode)).toContain(
      ['read', 'edit', 'execute', 'search', 'todo', 'agent', 'web'].map((word) => `  - ${word}\n`).join(''),
    );
    const claude = writeClaude(load(vscode, '.github/agents'));
    expect(sorted(load(claude, '.claude/agents').tools)).toEqual(sorted(names.with(names.indexOf('Task'), 'Agent')));
    const back = writeDomainZero(original);
    for (const word of words.split(', ')) expect(front(back)).toContain(`  - ${word}\n`);
    for (const { losses } of [vscode, writeClaude(original), back]) {
      expect(losses.filter(({ key }) => key.startsWith('tools'))).toEqual([]);
    }
  });

  it('is told of tools and names that Claude Code does not have', () => {
    const agent = { ...FULL, name: 'Explore', title: undefined, tools: ['github/*', 'usages', 'web'] };
    const { text, losses } = writeClaude(agent);
    expect(text).toContain('name: explore\n');
    expect(text).toContain('tools: mcp__github, WebFetch, WebSearch\n');
    expect(losses.slice(0, 2)).toMatchObject([{ key: 'name' }, { key: 'tools: usages' }]);
  });
});

it('nothing but a copy counts as one, line ends aside', () => {
  const { text } = writeVscode(FULL);
  expect(isCopy(text.replaceAll('\n', '\r\n'))).toBe(true);
  expect(isCopy(FULL.text)).toBe(false);
  expect(isCopy('')).toBe(false);
});
