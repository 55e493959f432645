import { describe, expect, it } from 'vitest';
import { chooseAgents, findAgent, refuseMalformed } from './agent-choice.ts';
import { parseAgent } from './agent-file.ts';
import { writeClaude } from './dialects/claude.ts';

const text = (name: string, description = name): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nWork.\n`;
const BUILT_IN = [
  { file: 'test-agent.agent.md', text: text('test-agent') },
  { file: 'refactor-agent.agent.md', text: text('refactor-agent') },
];

describe('the agents of a project', () => {
  it('are the built-in ones where it declares none, by name and in order', () => {
    const agents = chooseAgents(BUILT_IN, []);
    expect([...agents.keys()]).toEqual(['refactor-agent', 'test-agent']);
    expect(agents.get('test-agent')).toMatchObject({ source: 'built-in', replaces: [] });
  });

  it('take the place of built-in ones by a file of the same name, whatever it calls them', () => {
    const file = '.baton/agents/test-agent.agent.md';
    for (const name of ['test-agent', 'Our Test Agent']) {
      const agents = chooseAgents(BUILT_IN, [{ file, text: text(name, 'ours') }]);
      expect(agents.get('test-agent')).toMatchObject({ description: 'ours', source: file, replaces: ['built-in'] });
      expect(agents.size).toBe(2);
    }
  });

  it('of the same name are chosen by the order of their places', () => {
    const project = ['.github/agents/a.agent.md', '.claude/agents/a.md'].map((file) => ({
      file,
      text: text('a', file),
    }));
    expect(chooseAgents([], project).get('a')).toMatchObject({
      source: '.github/agents/a.agent.md',
      replaces: ['.claude/agents/a.md'],
    });
  });

  it('are not files without front matter, unless their ending says that they are', () => {
    expect(chooseAgents([], [{ file: '.claude/agents/README.md', text: '# Agents\n' }]).size).toBe(0);
    const { malformed } = chooseAgents([], [{ file: 'x/a.agent.md', text: '# A\n' }]);
    expect(malformed.map(({ error }) => error.message)).toEqual([
      expect.stringContaining('x/a.agent.md:1:1: no front matter'),
    ]);
  });

  it('are not the copies that an export made, as long as there is an original', () => {
    const original = { file: '.baton/agents/Explore.agent.md', text: text('"Explore"') };
    const { file, text: copied } = writeClaude(parseAgent(original.text, original.file));
    const copy = { file: `.claude/agents/${file}`, text: copied };
    expect([...chooseAgents([], [copy, original]).values()]).toMatchObject([{ source: original.file, replaces: [] }]);
    expect([...chooseAgents([original], [copy]).values()]).toMatchObject([{ source: 'built-in', replaces: [] }]);
    expect([...chooseAgents([], [copy]).keys()]).toEqual(['explore']);
  });

  it('hand to agents by name, whatever their files call them', () => {
    const handing = `---\nhandoffs: [{ agent: Megumi }, { agent: YUUJI ITADORI }, { agent: nobody }]\n---\nWork.\n`;
    const agents = chooseAgents(
      [],
      [
        { file: 'gojo.agent.md', text: handing },
        { file: 'yuuji.agent.md', text: text('"Yuuji Itadori"') },
        { file: 'megumi.agent.md', text: text('megumi') },
      ],
    );
    expect(agents.get('gojo')?.handoffs.map(({ agent }) => agent)).toEqual(['megumi', 'yuuji', 'nobody']);
  });

  it('take the place of a built-in one under its alias, unless the built-in one is asked for', () => {
    const builtIn = [{ file: 'security-analyst.agent.md', text: text('security-analyst') }];
    const project = [
      { file: '.github/agents/megumi.agent.md', text: text('megumi') },
      { file: '.github/agents/dev.agent.md', text: '---\nhandoffs: [{ agent: megumi }]\n---\nWork.\n' },
    ];
    const agents = chooseAgents(builtIn, project);
    expect([...agents.keys()]).toEqual(['dev', 'megumi']);
    expect(findAgent(agents, 'security-analyst')).toMatchObject({ name: 'megumi', replaces: ['built-in'] });
    const others = chooseAgents(builtIn, project, ['megumi']);
    expect(findAgent(others, 'megumi')).toMatchObject({ name: 'security-analyst', source: 'built-in' });
    expect(others.get('dev')?.handoffs).toMatchObject([{ agent: 'security-analyst' }]);
  });

  it('are found by name and by title, without regard to case', () => {
    const agents = chooseAgents(BUILT_IN, [{ file: 'yuuji.agent.md', text: text('"Yuuji Itadori"') }]);
    for (const name of ['yuuji', 'YUUJI', 'yuuji itadori']) expect(findAgent(agents, name)?.name).toBe('yuuji');
    expect(findAgent(agents, 'megumi')).toBeUndefined();
  });
});

it('a file that cannot be read hides what it would replace, and nothing else', () => {
  const broken = { file: '.baton/agents/test-agent.agent.md', text: '---\nname: [\n---\n' };
  const agents = chooseAgents(BUILT_IN, [broken]);
  expect(agents.has('test-agent')).toBe(false);
  expect(agents.size).toBe(chooseAgents(BUILT_IN, []).size - (chooseAgents(BUILT_IN, []).has('test-agent') ? 1 : 0));
  expect(() => refuseMalformed(agents, 'test-agent')).toThrow(/test-agent\.agent\.md:\d+:\d+: /);
  expect(() => refuseMalformed(agents, 'another')).not.toThrow();
});
