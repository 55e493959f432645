import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, isBatonError } from '../base/error.ts';
import { type Agent, parseAgent } from './agent-file.ts';

const read = (front: string, file = '.github/agents/reviewer.agent.md', body = 'Review.\n'): Agent =>
  parseAgent(`---\n${front}\n---\n\n${body}`, file);

describe('an agent file', () => {
  it('gives name, description, prompt, tools and model [R001-02]', () => {
    const text = '---\nname: reviewer\ndescription: Reviews\ntools: [Read]\nmodel: sonnet\n---\n\n# Role\n\nReview.\n';
    expect(parseAgent(text, '.baton/agents/reviewer.agent.md')).toEqual({
      name: 'reviewer',
      description: 'Reviews',
      tools: ['Read'],
      model: 'sonnet',
      handoffs: [],
      other: {},
      body: '# Role\n\nReview.\n',
      source: '.baton/agents/reviewer.agent.md',
      replaces: [],
      text,
    });
  });

  it('of Domain Zero is read with target, name and handoffs [R003-06]', () => {
    const agent = read(
      `target: vscode
name: "Yuuji Itadori"
tier: standard
handoffs:
  - agent: megumi
    trigger: "@security-review"
    context:
      - files_modified
      - tier_level
  - agent: gojo
    trigger: "@user-review"
    context: [backup_location]`,
      '.github/agents/yuuji.agent.md',
    );
    expect(agent).toMatchObject({ name: 'yuuji', title: 'Yuuji Itadori', description: '' });
    expect(agent.other).toEqual({ target: 'vscode', tier: 'standard' });
    expect(agent.handoffs).toEqual([
      { agent: 'megumi', trigger: '@security-review', context: ['files_modified', 'tier_level'] },
      { agent: 'gojo', trigger: '@user-review', context: ['backup_location'] },
    ]);
  });

  it('of VS Code is read, with keys of both dialects mixed too [R003-11]', () => {
    const agent = read(`description: Plans
argument-hint: What to plan
tools: ['read', 'search', 'edit', 'runCommands', 'github/*']
agents: ['*']
model: ['Best (copilot)', 'Second (copilot)']
user-invocable: true
disable-model-invocation: false
target: vscode
mcp-servers: { docs: { command: docs } }
hooks: { Stop: [] }
handoffs:
  - { label: Start, agent: implementer, prompt: Go, send: false, model: Fast, trigger: '@start', showContinueOn: true }`);
    expect(agent.tools).toEqual(['Read', 'Glob', 'Grep', 'Edit', 'Write', 'Bash', 'github/*']);
    expect(agent.model).toBe('Best (copilot)');
    expect(agent.handoffs[0]).toEqual({
      label: 'Start',
      agent: 'implementer',
      prompt: 'Go',
      send: false,
      model: 'Fast',
      trigger: '@start',
      showContinueOn: true,
    });
    expect(Object.keys(agent.other)).toEqual([
      ...['argument-hint', 'agents', 'user-invocable', 'disable-model-invocation', 'target', 'mcp-servers', 'hooks'],
    ]);
  });

  it('of Claude Code is read, tools as a list or with commas [R003-13]', () => {
    const front = (tools: string) => `name: helper\ndescription: Helps\ntools: ${tools}\nmodel: inherit\ncolor: blue`;
    const file = '.claude/agents/some-file.md';
    for (const tools of [
      'Read, Bash(git add:*, git commit:*), mcp__docs',
      '[Read, "Bash(git add:*, git commit:*)", mcp__docs]',
    ])
      expect(read(front(tools), file)).toMatchObject({
        name: 'helper',
        tools: ['Read', 'Bash(git add:*, git commit:*)', 'mcp__docs'],
        other: { color: 'blue' },
      });
    expect(read(front('Read'), file).model).toBeUndefined();
  });

  it('of Baton is read with runner, scope, gates and schemas of context fields', () => {
    const agent = read(`runner: claude
scope: docs/**
gates: [scope, { name: links, command: npm run links }]
context:
  reading_time: { type: number, minimum: 0 }`);
    expect(agent).toMatchObject({
      runner: 'claude',
      scope: ['docs/**'],
      gates: ['scope', { name: 'links', command: 'npm run links' }],
      context: { reading_time: { type: 'number', minimum: 0 } },
      other: {},
    });
  });

  it('with a colon in its description is read as other programs read it', () => {
    const description = 'Use this when asked. Examples: <example>user: "Check it"\\nassistant: ok</example>';
    const agent = read(`name: checker\ndescription: ${description}\nmaxTurns: 5`, '.claude/agents/checker.md');
    expect(agent).toMatchObject({ name: 'checker', description, maxTurns: 5 });
  });

  it('may have line ends and a mark of other systems, and no text', () => {
    const agent = parseAgent('\uFEFF---\r\nname: a\r\ndescription: b\r\n---\r\n', 'a.agent.md');
    expect(agent).toMatchObject({ name: 'a', description: 'b', body: '' });
  });

  it('is frozen all the way down', () => {
    const agent = read('handoffs: [{ agent: a, context: [b] }]');
    for (const part of [agent, agent.tools, agent.handoffs, agent.handoffs[0]?.context, agent.other]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('the name of an agent', () => {
  it.each([
    ['name: test-agent', 'custom.agent.md', 'test-agent', undefined],
    ['description: x', 'dir/custom.agent.md', 'custom', undefined],
    ['name: Code Reviewer', 'reviewer.agent.md', 'reviewer', 'Code Reviewer'],
    ['name: Yuuji', 'yuuji.agent.md', 'yuuji', 'Yuuji'],
    ['name:', '.claude/agents/helper.md', 'helper', undefined],
  ])('%j in %s is %s', (front, file, name, title) => {
    const agent = read(front, file);
    expect([agent.name, agent.title]).toEqual([name, title]);
  });
});

describe('the tools of an agent', () => {
  it('are all of the usual ones and no others where none are declared', () => {
    expect(read('name: a').tools).toEqual(['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep']);
    expect(read('tools: ["*"]').tools).not.toContain('Task');
    expect(read('tools: []').tools).toEqual([]);
  });

  it('are without those that are disallowed', () => {
    expect(read('disallowedTools: Bash, edit').tools).toEqual(['Read', 'Glob', 'Grep']);
    expect(read('tools: Read, Bash(git log)\ndisallowedTools: [Bash]').tools).toEqual(['Read']);
  });

  it('keep the spelling of Claude Code, whose Edit is less than the edit of VS Code', () => {
    expect(read('tools: [Edit, Edit]').tools).toEqual(['Edit']);
  });
});

describe('what is wrong with an agent file is told by file, line, column, key and what is allowed', () => {
  const file = 'a/bad.agent.md';
  it.each([
    ['no front matter', 'Just text', 'a/bad.agent.md:1:1: no front matter (expected a line "---"'],
    ['front matter that never ends', '---\nname: a\n', 'a/bad.agent.md:1:1: the front matter is never closed'],
    ['text for keys', '---\njust text\n---\n', 'a/bad.agent.md:2:1: the front matter is "just text" (expected keys'],
    ['broken YAML', '---\nname: a\ntools: [Read\n---\n', 'a/bad.agent.md:4:1: Flow sequence in block collection'],
    ['a key twice', '---\nname: a\nname: b\n---\n', 'a/bad.agent.md:3:1: the key name is there twice.'],
    ['an alias', '---\na: &x [b]\ntools: *x\n---\n', 'a/bad.agent.md:3:8: aliases (*name) are not allowed'],
    [
      'a prototype',
      '---\nname: a\n__proto__: { a: 1 }\n---\n',
      'a/bad.agent.md:3:1: the key __proto__ is not allowed.',
    ],
    ['an inner prototype', '---\nx:\n  - __proto__: 1\n---\n', 'a/bad.agent.md:3:5: the key __proto__'],
    ['a key that is a list', '---\n? [a]\n: b\n---\n', 'a/bad.agent.md:2:3: a key is a list or an object'],
    [
      'no number',
      '---\nname: a\nmaxTurns: .nan\n---\n',
      'a/bad.agent.md:3:11: maxTurns must be a finite number, got .nan.',
    ],
    ['a wrong name', '---\nname: 5\n---\n', 'a/bad.agent.md:2:7: name is 5 (expected text).'],
    ['no name', '---\nname: ""\n---\n', 'bad.agent.md:2:7: name is ""'],
    [
      'wrong tools',
      '---\nname: a\ntools: { write: false }\n---\n',
      'a/bad.agent.md:3:8: tools is an object (expected a list).',
    ],
    ['no tools', '---\ntools:\n---\n', 'a/bad.agent.md:2:7: tools is null (expected a list).'],
    ['a wrong tool', '---\ntools:\n  - Read\n  - 5\n---\n', 'a/bad.agent.md:4:5: tools[1] is 5 (expected text).'],
    ['misspelt tools', '---\nname: a\nTool: Read\n---\n', 'a/bad.agent.md:3:1: unknown key Tool. Did you mean tools?'],
    [
      'misspelt limits',
      '---\ndisallowed-tools: x\n---\n',
      'unknown key disallowed-tools. Did you mean disallowedTools?',
    ],
    ['misspelt handoffs', '---\nhand-offs: []\n---\n', 'unknown key hand-offs. Did you mean handoffs?'],
    ['a misspelt scope', '---\nscopes: [src]\n---\n', 'a/bad.agent.md:2:1: unknown key scopes. Did you mean scope?'],
    [
      'a wrong gate',
      '---\ngates: [tests, 5]\n---\n',
      'bad.agent.md:2:16: gates[1] is 5 (expected a gate such as "tests"',
    ],
    [
      'a wrong schema',
      '---\ncontext: { a: text }\n---\n',
      'bad.agent.md:2:15: context.a is "text" (expected a JSON Sch',
    ],
    [
      'a schema of no use',
      '---\ncontext: { a: { type: nmber } }\n---\n',
      'a/bad.agent.md:2:15: The context field a has a JSON Schema that cannot be used: Unsupported type: nmber.',
    ],
    [
      'wrong handoffs',
      '---\nhandoffs: { agent: b }\n---\n',
      'a/bad.agent.md:2:11: handoffs is an object (expected a list).',
    ],
    [
      'a trigger without its sign',
      '---\nname: a\nhandoffs:\n  - agent: b\n    trigger: review\n---\n',
      'a/bad.agent.md:5:14: handoffs[0].trigger is "review" (expected a trigger such as "@security-review"). Did you mean @review?',
    ],
    [
      'context that is no list',
      '---\nhandoffs:\n  - agent: b\n    context: files\n---\n',
      'a/bad.agent.md:4:14: handoffs[0].context is "files" (expected a list).',
    ],
  ])('%s', (_, text, message) => {
    expect(() => parseAgent(text, file)).toThrow(message);
    expect(() => parseAgent(text, file)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('a handoff without its agent [R003-08]', () => {
    const text = '---\nhandoffs:\n  - agent: a\n  - trigger: "@review"\n---\n';
    expect(() => parseAgent(text, file)).toThrow('a/bad.agent.md:4:5: handoffs[1].agent is missing (expected text).');
  });

  it('a file or front matter that is too large or too deep', () => {
    expect(() => read('name: a', file, 'x'.repeat(200_000))).toThrow(
      'bad.agent.md:1:1: the file is larger than 200000 characters',
    );
    expect(() => read(`x: ${'y'.repeat(30_000)}`, file)).toThrow(
      'the front matter is 30004 characters (expected at most',
    );
    expect(() => read(`x: ${'['.repeat(40)}${']'.repeat(40)}`, file)).toThrow('nested deeper than 32 levels');
    expect(() => read(`x: ${'['.repeat(20_000)}`, file)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => read('? '.repeat(200), file)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

describe('any text whatever', () => {
  const pieces = fc.array(
    fc.constantFrom(
      ...['---', '\n', '\n', ': ', '- ', 'name', 'tools', 'handoffs', 'agent', 'description', '[', ']', '{', '}', ','],
      ...['"', "'", '|', '>', '&a', '*a', '!!', '<<', '?', '#', '@', '`', '%', '...', '\t', '\r\n', '\uFEFF', '  '],
      ...['__proto__', 'constructor', 'null', '.nan', '0x1', 'Read', '\u2028', '\ud800'],
    ),
    { maxLength: 60 },
  );
  it('is read or refused with a code, and reaches no prototype', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      pieces.map((list) => list.join('')),
    );
    const tally = { read: 0, refused: 0 };
    fc.assert(
      fc.property(text, fc.boolean(), (given, framed) => {
        tally[outcomeOf(framed ? `---\n${given}\n---\n` : given)]++;
        expect('agent' in {} || 'polluted' in {}).toBe(false);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(tally.read, tally.refused)).toBeGreaterThan(0);
  });

  function outcomeOf(text: string): 'read' | 'refused' {
    try {
      return parseAgent(text, 'any.agent.md').name === '' ? 'refused' : 'read';
    } catch (error) {
      if (isBatonError(error) && Object.hasOwn(ERROR_CODES, error.code) && error.code !== 'internal') return 'refused';
      throw error;
    }
  }
});
