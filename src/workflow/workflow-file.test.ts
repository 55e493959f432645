import { describe, expect, it } from 'vitest';
import { builtIn } from '../../test/workflow/built-in.ts';
import { BatonError } from '../base/error.ts';
import { completeWorkflow, parseWorkflow } from './workflow-file.ts';

const FILE = 'mine.workflow.yaml';
const TEXT = `name: mine
description: my own
start: write
phases:
  write:
    agent: writer
    on: { complete: end }
`;

function read(text: string) {
  return completeWorkflow(
    parseWorkflow(text, FILE),
    new Map([['writer', { scope: ['docs/**'], gates: ['scope'] }]]),
    FILE,
  );
}

describe('a workflow file', () => {
  it('may leave to the file of its agent what that says, and names its commits by the phase', () => {
    expect(read(TEXT).phases.write).toEqual({
      agent: 'writer',
      on: { complete: 'end' },
      writes: ['docs/**'],
      gates: ['scope'],
      commit: 'write',
    });
  });

  it('has its own word before that of the agent', () => {
    const { write } = read(`${TEXT}    writes: nothing\n    gates: []\n    commit: docs\n`).phases;
    expect(write).toMatchObject({ writes: 'nothing', gates: [], commit: 'docs' });
  });

  it('needs the word of somebody', () => {
    const draft = parseWorkflow(TEXT, FILE);
    expect(() => completeWorkflow(draft, new Map([['writer', { scope: ['a'] }]]), FILE)).toThrow(
      'Invalid mine.workflow.yaml: phases.write has no `gates`, and the file of writer has no `gates`.',
    );
    expect(() => completeWorkflow(draft, new Map(), FILE)).toThrow('phases.write has no `writes`');
  });

  it.each([
    ['a misspelt key', TEXT.replace('start:', 'strat:'), '3:1: unknown key strat. Did you mean start?'],
    ['a misspelt key of a phase', `${TEXT}    gate: []\n`, '8:5: unknown key phases.write.gate. Did you mean gates?'],
    ['a key that is near to none', `${TEXT}    zzzzzz: 1\n`, '8:5: unknown key phases.write.zzzzzz. Known keys: agent'],
    ['a value of another shape', `${TEXT}    max_visits: often\n`, '8:17: phases.write.max_visits is "often"'],
    [
      'a gate there is not',
      `${TEXT}    gates: [scope, blue]\n`,
      '8:20: phases.write.gates[1] is "blue" (expected "scope", "list"',
    ],
    ['an alias', 'name: &a mine\ndescription: *a\n', '2:14: aliases'],
    ['no YAML', 'name: [', '1:8:'],
    ['too much text', `#${'x'.repeat(200_000)}`, '1:1: the file is larger than 200000 characters'],
    ['too deep a value', `name: ${'['.repeat(60)}${']'.repeat(60)}`, 'nested deeper than 32 levels'],
  ])('is refused that has %s, with its place', (_, text, problem) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => read(text)).toThrow(`${FILE}:`);
    expect(() => read(text)).toThrow(problem);
  });

  it('of a wrong shape is told everything at once: agents nobody declares and broken rules too', () => {
    const text = `${TEXT}    writes: foo
  check:
    agent: writr
    gates: [blue]
    on: { complete: end }
  last:
    agent: writer
    on: { done: end }
`;
    const agents = new Map([['writer', { scope: ['docs/**'], gates: ['scope' as const] }]]);
    const told = (given: string) => () => parseWorkflow(given, FILE, agents);
    expect(told(text)).toThrow(
      [
        `${FILE}:8:13: phases.write.writes is "foo" (expected "nothing", "test_list", "tests", "implementation", "refactoring", "anything").`,
        `${FILE}:10:5: phases.check.agent is writr, and no agent has that name (did you mean writer?).`,
        `${FILE}:11:13: phases.check.gates[0] is "blue"`,
      ].join('\n'),
    );
    expect(told(text)).toThrow(`${FILE}:13:3: phases.last.on has no \`complete\``);
    // What leads nowhere since a way is broken is no news.
    const astray = text.replace('start: write', 'strat: write');
    expect(told(astray)).toThrow('phases.check.agent is writr');
    expect(told(astray)).not.toThrow('phases.last.on');
    expect(told('phases: 7')).toThrow('phases is 7');
    expect(parseWorkflow(TEXT, FILE, new Map()).name).toBe('mine');
    const malformed = [{ file: 'writer.agent.md', names: ['writer'], error: new BatonError('invalid_input', 'bad') }];
    expect(() => parseWorkflow(text, FILE, Object.assign(new Map(), { malformed }))).not.toThrow('agent is writer');
  });

  it('keeps to the rules in every tier it knows', () => {
    const phases = `  check:\n    agent: writer\n    on: { complete: end }\n    tiers: [critical]\n    otherwise: end\n`;
    expect(() => read(`${TEXT}${phases}`.replace('start: write', 'start: check'))).toThrow(
      'Invalid mine.workflow.yaml in the tier rapid: start is end, which is no phase',
    );
  });

  it.each(['tdd', 'domain-zero', 'capability'])('is what the built-in workflow %s is written in', (name) => {
    expect(builtIn(name).name).toBe(name);
  });
});
