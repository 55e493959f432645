import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAgent } from '../agent-file.ts';
import { writeClaude } from '../dialects/claude.ts';
import { type PROBLEMS, type Problem, problemAt, sortProblems } from './problem.ts';
import { type Known, validateAgents } from './validate.ts';

const KNOWN: Known = { authority: {}, leaders: [], fields: [], players: [] };
const file = (name: string, text: string) => ({ file: name, text });
const agent = (name: string, keys: string) => file(`.github/agents/${name}.agent.md`, `---\n${keys}\n---\nWork.\n`);
const problems = (files: readonly ReturnType<typeof file>[], known: Partial<Known> = {}, builtIn: typeof files = []) =>
  validateAgents({ builtIn, project: files, triggers: [] }, { ...KNOWN, ...known }).problems;
const codes = (found: readonly Problem[]) => found.map(({ code }) => code);

const hand = (to: string, trigger: string) => `  - { agent: ${to}, trigger: "${trigger}", context: [] }`;

describe('a set of agents', () => {
  it('is told several problems at once, by file and from top to bottom, with what was meant', () => {
    const found = problems([
      agent('b', 'tools: 5\nmaxTurns: 0\ndescripton: x'),
      agent('a', 'handoffs:\n  - { agent: bb, label: Go }\n  - { label: To nobody }'),
    ]);
    expect(found.map(({ file: name, line, code }) => `${name.slice(-10)} ${line} ${code}`)).toEqual([
      ...['a.agent.md 3 unknown_agent', 'a.agent.md 4 handoff_without_agent'],
      ...['b.agent.md 2 wrong_type', 'b.agent.md 3 wrong_type', 'b.agent.md 4 misspelt_key'],
    ]);
    expect(found[0]).toMatchObject({ severity: 'error', suggestion: 'b', message: 'there is no agent bb' });
    expect(found[4]).toMatchObject({ severity: 'warning', suggestion: 'description' });
  });

  it('may loop as long as a way leads out, to whoever hands to nobody or leads [R003-60]', () => {
    const loop = [agent('a', `handoffs:\n${hand('b', '@go')}`), agent('b', `handoffs:\n${hand('a', '@back')}`)];
    expect(codes(problems(loop))).toEqual(['inescapable_cycle']);
    expect(problems(loop, { leaders: ['a'] })).toEqual([]);
    const out = agent('b', `handoffs:\n${hand('a', '@back')}\n${hand('c', '@done')}`);
    expect(problems([...loop.slice(0, 1), out, agent('c', 'handoffs: []')])).toEqual([]);
    const button = agent('b', `handoffs:\n${hand('a', '@back')}\n  - { agent: a, label: Again }`);
    expect(problems([...loop.slice(0, 1), button])).toEqual([]);
  });

  it('does not escape by escalating', () => {
    const loop = [
      agent('a', `handoffs:\n${hand('b', '@go')}\n${hand('boss', '@escalate')}`),
      agent('b', `handoffs:\n${hand('a', '@back')}`),
      agent('boss', `handoffs:\n${hand('a', '@start')}`),
    ];
    expect(codes(problems(loop))).toEqual(['inescapable_cycle']);
  });

  it('is reached from who leads it, from workflows, and from whoever a person may start', () => {
    const lone = [agent('boss', 'handoffs: []'), agent('a', `handoffs:\n${hand('boss', '@escalate')}`)];
    expect(codes(problems(lone))).toEqual(['unreachable_agent']);
    expect(problems(lone, { players: ['a'] })).toEqual([]);
    expect(problems([agent('boss', `handoffs:\n${hand('a', '@start')}`), ...lone.slice(1)])).toEqual([]);
    expect(problems([agent('a', 'description: x\nuser-invocable: false')])).toEqual([]);
    const shipped = [
      agent('boss', `handoffs:\n${hand('b', '@go')}`),
      agent('b', `handoffs:\n${hand('boss', '@done')}`),
    ];
    const helper = [agent('a', `handoffs:\n${hand('b', '@help')}`)];
    expect(problems(helper, { leaders: ['boss'] }, shipped)).toEqual([]);
  });

  it('counts context fields of workflows as documented', () => {
    const set = [
      agent('a', 'handoffs:\n  - { agent: b, trigger: "@go", context: [reading_time] }'),
      agent('b', 'handoffs: []'),
    ];
    expect(codes(problems(set))).toEqual(['undocumented_context']);
    expect(problems(set, { fields: ['reading_time'] })).toEqual([]);
  });

  it('is not told of built-in files, nor of copies that an export made', () => {
    const broken = file('built-in.agent.md', '---\ntools: 5\n---\n');
    expect(problems([], {}, [broken])).toEqual([]);
    const original = '---\nhandoffs: [{ agent: nobody }]\n---\nWork.\n';
    const { text } = writeClaude(parseAgent('---\ndescription: x\n---\n', '.baton/agents/a.agent.md'));
    const files = [file('.claude/agents/a.md', text), file('.baton/agents/a.agent.md', original)];
    expect(problems(files).map((problem) => problem.file)).toEqual(['.baton/agents/a.agent.md']);
  });

  it('may name an agent by its title and in any case', () => {
    expect(
      problems([agent('a', 'handoffs:\n  - { agent: THE OTHER, label: x }'), agent('b', 'name: The Other')]),
    ).toEqual([]);
  });
});

it('problems of one place are sorted by their code', () => {
  const at = (code: keyof typeof PROBLEMS) => problemAt('f', { line: 1, column: 1 }, code, 'x');
  expect(codes(sortProblems([at('wrong_type'), at('bad_trigger')]))).toEqual(['bad_trigger', 'wrong_type']);
});

it('any texts whatever are told of, and nothing is thrown', () => {
  const pieces = fc.array(
    fc.constantFrom(
      ...['\n', '\n  - ', '\n    ', ': ', ', ', '[', ']', '{', '}', '"', '@go', 'handoffs: ', 'agent: a', 'agent: b'],
      ...[
        'trigger: "@go"',
        'context: ',
        'files_modified',
        'tools: ',
        'Read',
        'gates: ',
        'null',
        '5',
        '__proto__: ',
        'name: ',
      ],
    ),
    { maxLength: 25 },
  );
  const text = pieces.map((list) => `---\n${list.join('')}\n---\nWork.\n`);
  let told = 0;
  fc.assert(
    fc.property(text, text, pieces, (a, b, triggers) => {
      const project = [file('x/a.agent.md', a), file('x/b.agent.md', b)];
      const files = [
        file('t.json', `{"custom_triggers": ${triggers.join('')}}`),
        file('baton.yaml', triggers.join('')),
      ];
      const found = validateAgents({ builtIn: [], project, triggers: files }, KNOWN).problems;
      told += found.length;
      for (const { file: name, line, column } of found)
        expect([name !== '', line >= 1, column >= 1]).toEqual([true, true, true]);
    }),
    { numRuns: 1500 },
  );
  expect(told).toBeGreaterThan(0);
});
