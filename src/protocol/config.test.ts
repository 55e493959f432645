import { describe, expect, it } from 'vitest';
import { nearest, parseConfig } from './config.ts';
import { type KnownNames, nameProblems } from './config-names.ts';

const KNOWN: KnownNames = {
  runners: ['claude', 'command'],
  frameworks: ['vitest', 'jest'],
  workflows: new Map([['tdd', ['red', 'green']]]),
  agents: ['test-agent', 'writer'],
  isAgent: (name) => ['test-agent', 'writer', 'alias'].includes(name),
  builtIn: ['test-agent'],
  isBuiltIn: (name) => name === 'test-agent',
};

describe('baton.yaml', () => {
  it('may be empty, and may have comments only', () => {
    expect(parseConfig('')).toEqual({});
    expect(parseConfig('# nothing yet\n')).toEqual({});
  });

  it('is read with every key it knows', () => {
    const text = `
workflow: tdd
runner: command
command: [node, agent.mjs]
tests:
  framework: vitest
  command: npx vitest run
  files: ['**/*.spec.ts']
  timeout_s: 90
  git: false
protected: [infra/**]
attempts: 3
deadline_min: 0.5
budget: { usd: 2.5, tokens: 100000 }
approvals: [red, green]
sandbox: require
roles:
  test-agent: { runner: claude, model: sonnet }
`;
    expect(parseConfig(text)).toMatchObject({
      command: ['node', 'agent.mjs'],
      tests: { framework: 'vitest', command: 'npx vitest run', timeout_s: 90 },
      deadline_min: 0.5,
      roles: { 'test-agent': { runner: 'claude', model: 'sonnet' } },
    });
  });

  it.each([
    ['workflw: tdd', 'baton.yaml:1:1: unknown key workflw. Did you mean workflow?'],
    ['tests:\n  framwork: vitest', 'baton.yaml:2:3: unknown key tests.framwork. Did you mean framework?'],
    ['budget:\n  euros: 5', 'unknown key budget.euros. Known keys: usd, tokens, minutes, attempts, phase'],
    ['roles:\n  test-agent:\n    modle: x', 'baton.yaml:3:5: unknown key roles.test-agent.modle. Did you mean model?'],
    ['sandbox: maybe', 'sandbox is "maybe" (expected "auto", "require", "off")'],
    ['attempts: 0', 'attempts is 0 (expected at least 1)'],
    ['tests:\n  timeout_s: soon', 'tests.timeout_s is "soon" (expected a number)'],
    ['a: [1', 'baton.yaml:1:'],
    ['attempts: 1\nattempts: 2', 'baton.yaml:2:1: the key attempts is there twice'],
    ['budget:\n  "usd": 1\n  "usd": 2', 'baton.yaml:3:3: the key "usd" is there twice'],
    ['deadline_min: .inf', 'baton.yaml:1:15: deadline_min must be a finite number, got .inf'],
    ['budget:\n  usd: 1e999', 'baton.yaml:2:8: budget.usd must be a finite number, got 1e999'],
    ['workflow: !mine tdd', 'the tag !mine is not allowed'],
    ['tests: !!set {command: null}', 'the tag !!set is not allowed'],
    ['command: !!binary aGk=', 'the tag !!binary is not allowed'],
    ['just text', 'the value is "just text" (expected an object)'],
    ['agents: &x [a]\nprotected: *x', 'baton.yaml:2:12: aliases (*name) are not allowed'],
  ])('tells what is wrong with %j', (text, message) => {
    expect(() => parseConfig(text)).toThrow(message);
    expect(() => parseConfig(text)).toThrow(expect.objectContaining({ name: expect.stringMatching(/Error/) }));
  });

  it('tells everything that is wrong at once, by line and column', () => {
    const text = 'workflw: tdd\nattempts: 0\ntests:\n  framwork: vitest\n  timeout_s: soon\nredis: "redis://x"\n';
    expect(() => parseConfig(text)).toThrow(
      [
        'baton.yaml:1:1: unknown key workflw. Did you mean workflow?',
        'baton.yaml:2:11: attempts is 0 (expected at least 1).',
        'baton.yaml:4:3: unknown key tests.framwork. Did you mean framework?',
        'baton.yaml:5:14: tests.timeout_s is "soon" (expected a number).',
        'baton.yaml:6:1: unknown key redis (a repository must not choose the server that a worker connects to).',
      ].join('\n'),
    );
  });

  it('tells what JSON cannot say beside everything else', () => {
    const text =
      'attempts: .inf\nbudget: {usd: .nan}\nprotected: [a, 7, *x]\nsandbox: maybe\nmodel: !mine x\nattempts: 2\n__proto__: {}\n';
    expect(() => parseConfig(text.replace('[a,', '[&x a,'))).toThrow(
      [
        'baton.yaml:1:11: attempts must be a finite number, got .inf.',
        'baton.yaml:2:15: budget.usd must be a finite number, got .nan.',
        'baton.yaml:3:19: protected[1] is 7 (expected text).',
        'baton.yaml:3:22: aliases (*name) are not allowed (write the value again).',
        'baton.yaml:4:10: sandbox is "maybe" (expected "auto", "require", "off").',
        'baton.yaml:5:14: the tag !mine is not allowed (write a plain value).',
        'baton.yaml:6:1: the key attempts is there twice.',
        'baton.yaml:7:1: the key __proto__ is not allowed.',
      ].join('\n'),
    );
  });

  it('tells names that are not there beside everything else, each with the nearest known one', () => {
    const text = [
      'attempts: 0',
      'tests: {framework: vitst}',
      'workflow: nope',
      'runner: zzz',
      'approvals: [red, blue]',
      'scope: {gren: [src/**]}',
      'roles: {test-agnt: {runner: claud}, alias: {}}',
      'use_builtin: [mine]',
    ].join('\n');
    expect(() => parseConfig(text, (value) => nameProblems(value, KNOWN))).toThrow(
      [
        'baton.yaml:1:11: attempts is 0 (expected at least 1).',
        'baton.yaml:2:20: there is no test framework "vitst". Did you mean vitest?',
        'baton.yaml:3:11: there is no workflow "nope" (known: tdd).',
        'baton.yaml:4:9: there is no runner "zzz" (known: claude, command).',
        'baton.yaml:5:18: approvals names blue, which is no phase of any workflow (known: red, green).',
        'baton.yaml:6:9: scope names gren, which is no phase of any workflow. Did you mean green?',
        'baton.yaml:7:9: roles names test-agnt, which is no agent. Did you mean test-agent?',
        'baton.yaml:7:29: there is no runner "claud". Did you mean claude?',
        'baton.yaml:8:15: use_builtin names mine, which is no built-in agent (known: test-agent).',
      ].join('\n'),
    );
  });

  it('names may be what flags say instead, a path, or of any shape', () => {
    const problems = (text: string, flags = {}) => {
      const found: string[] = [];
      parseConfig(text, (value) => {
        found.push(...nameProblems(value, KNOWN, flags).map(({ problem }) => problem));
        return [];
      });
      return found;
    };
    expect(problems('workflow: nope\nrunner: zzz', { workflow: 'tdd', runner: 'claude' })).toEqual([]);
    expect(problems('approvals: [blue]')).toEqual([
      'approvals names blue, which is no phase of tdd (known: red, green)',
    ]);
    expect(problems('approvals: [blue]\nworkflow: my.workflow.yaml')).toEqual([]);
    expect(problems('tests:\n  - framework: jest\n  - framework: nope')).toHaveLength(1);
    expect(nameProblems(['x'], KNOWN)).toEqual([]);
    expect(
      nameProblems({ workflow: 1, runner: [], tests: 'x', approvals: [1], scope: 2, roles: { writer: 1 } }, KNOWN),
    ).toEqual([]);
    const broken = { ...KNOWN, workflows: new Map([['mine', undefined]]) };
    expect(nameProblems({ workflow: 'mine', approvals: ['x'] }, broken)).toEqual([]);
  });

  it('is limited in size and depth', () => {
    expect(() => parseConfig('#'.repeat(200_001))).toThrow(/larger than 200000/);
    expect(() => parseConfig(`gates: ${'{a: '.repeat(100)}1${'}'.repeat(100)}`)).toThrow(/nested deeper/);
  });
});

it('the nearest word is offered only when it is near', () => {
  expect(nearest('sandbx', ['sandbox', 'scope'])).toBe('sandbox');
  expect(nearest('zebra', ['sandbox', 'scope'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});
