import { describe, expect, it } from 'vitest';
import type { ProgramResult } from '../framework.ts';
import { buildFailure, parseBuildLog } from './build.ts';
import { readGoEvents } from './events.ts';
import { go } from './go.ts';
import { type GoModule, importsOf, testFunctionsOf } from './packages.ts';
import { goReport } from './report.ts';

const MARK = 'baton-end-x';
const PATH = 'example.com/tiny';
const ENDED: ProgramResult = { exitCode: 0, signal: null, timedOut: false, output: '', wallMs: 1 };
const text = { message: (words: string) => words, file: (path: string) => path.replace(/^\.\//, '') };
const CANARIES = {
  fileName: 'baton_n_test.go',
  passes: 'TestBatonPasses',
  fails: 'TestBatonFails',
  tokens: new Map([[PATH, 'n-0']]),
  script: '',
  said: () => ['=== RUN   TestBatonFails\n    baton_n_test.go:14: n-0\n--- FAIL: TestBatonFails (0.00s)\nFAIL\n'],
  remove: () => undefined,
};

const CANARY = [...passed('TestBatonPasses'), run('TestBatonFails'), ended('skip', 'TestBatonFails')];
const WHOLE = `${lines([...CANARY, ...passed('TestA'), ...passed('TestB'), ended('pass')])}${MARK} 0\n`;

describe('the events of go test', () => {
  it('make a whole report when they are whole', () => {
    expect(reportOf(WHOLE)).toMatchObject({ incomplete: null, canary: 'seen', tests: [{}, {}] });
  });

  it('make an incomplete report wherever they are cut', () => {
    for (let length = 0; length < WHOLE.length - 1; length++)
      expect(reportOf(WHOLE.slice(0, length)).incomplete, WHOLE.slice(0, length)).not.toBeNull();
  });

  it('make no better report when bytes of them are changed', () => {
    for (let at = 0; at < WHOLE.length; at++) {
      const report = reportOf(`${WHOLE.slice(0, at)}\u0000${WHOLE.slice(at + 1)}`);
      const seen = report.tests.filter(({ outcome }) => outcome === 'passed').length;
      if (report.incomplete === null) expect(seen).toBe(2);
    }
  });

  it.each([
    ['something follows the end', `${WHOLE}${lines([ended('pass')])}`],
    ['the package has no end', `${lines([...CANARY, ...passed('TestA')])}${MARK} 0\n`],
    ['a line is no event', `${lines(CANARY)}{"Action":1}\n${lines([ended('pass')])}${MARK} 0\n`],
    ['nothing was seen of the canary', `${lines([...passed('TestA'), ended('pass')])}${MARK} 0\n`],
    ['nothing was seen of a package', `${MARK} 0\n`],
    ['a test has no end', `${lines([...CANARY, run('TestA'), ended('pass')])}${MARK} 0\n`],
  ])('are no evidence when %s', (_, events) => {
    expect(reportOf(events).incomplete).not.toBeNull();
  });

  it('keep a failure that the test tries to print away', () => {
    const events = lines([...CANARY, run('TestA'), ended('fail', 'TestA'), ended('pass', 'TestA'), ended('pass')]);
    expect(reportOf(`${events}${MARK} 0\n`).tests).toMatchObject([{ outcome: 'failed' }]);
  });

  it('tell a package that cannot be built as Go 1.24 and later do', () => {
    const id = `${PATH} [${PATH}.test]`;
    const events = lines([
      { ImportPath: id, Action: 'build-output', Output: `# ${id}\n` },
      { ImportPath: id, Action: 'build-output', Output: './stack_test.go:6:7: undefined: NewStack\n' },
      { ImportPath: id, Action: 'build-fail' },
      { Action: 'start', Package: PATH },
      { Action: 'output', Package: PATH, Output: `FAIL\t${PATH} [build failed]\n` },
      { Action: 'fail', Package: PATH, Elapsed: 0, FailedBuild: id },
    ]);
    const report = reportOf(`${events}${MARK} 1\n`);
    expect(report).toMatchObject({ incomplete: null, canary: 'seen', runErrors: [] });
    expect(report.uncollected).toMatchObject([{ file: 'stack_test.go', failure: { kind: 'missing' } }]);
  });

  it('of 50,000 tests are all read', () => {
    const tests = Array.from({ length: 50_000 }, (_, index) => passed(`TestX/number_${index}`));
    const events = `${lines([...CANARY, run('TestX'), ...tests.flat(), ended('pass', 'TestX'), ended('pass')])}${MARK} 0\n`;
    const report = reportOf(events);
    expect(report.tests).toHaveLength(50_000);
  });
});

describe('a complaint of the Go compiler', () => {
  const sources = {
    'stack_test.go': [
      'package stack',
      'import (\n\t"strings"\n\n\tmore "example.com/tiny/calc"\n\t"github.com/other/thing"\n)',
      '\ts := newStack()',
      '\tx := limit + 1',
      '\tq.peek(1)',
    ].join('\n'),
  };
  it.each([
    ['missing', '1:1: undefined: Stack', { what: 'undefined', name: 'Stack' }],
    ['missing', '8:7: undefined: newStack', { what: 'undefined', name: 'newStack' }],
    ['missing', '9:7: undefined: limit', { what: 'undefined', name: 'limit' }],
    ['other', '9:7: undefined: lmiit', { what: 'other' }],
    ['missing', '1:1: undefined: more.Add', { what: 'export', name: 'Add', from: 'example.com/tiny/calc' }],
    ['other', '1:1: undefined: more.add', { what: 'other' }],
    ['other', '1:1: undefined: strings.Foo', { what: 'other' }],
    ['other', '1:1: name add not exported by package more', { what: 'other' }],
    [
      'missing',
      '1:1: s.Peek undefined (type *Stack has no field or method Peek)',
      { what: 'member', name: 'Stack.Peek' },
    ],
    [
      'missing',
      '1:1: s.Peek undefined (type Stack[int] has no field or method Peek, but does have method peek)',
      { name: 'Stack.Peek' },
    ],
    ['missing', '10:4: q.peek undefined (type *Stack has no field or method peek)', { name: 'Stack.peek' }],
    ['missing', '1:1: s.items undefined (type *Stack has no field or method items)', { name: 'Stack.items' }],
    ['other', '1:1: s.limt undefined (type *Stack has no field or method limt)', { what: 'other' }],
    ['other', '1:1: t.Foo undefined (type *testing.T has no field or method Foo)', { what: 'other' }],
    ['other', '1:1: n.Foo undefined (type int has no field or method Foo)', { what: 'other' }],
    ['missing', '1:1: unknown field Size in struct literal of type Options', { what: 'member', name: 'Options.Size' }],
    ['missing', "1:1: unknown field 'Size' in struct literal of type more.Options", { name: 'more.Options.Size' }],
    [
      'missing',
      '1:1: cannot use s (variable of type *Stack) as fmt.Stringer value in argument to f: *Stack does not implement fmt.Stringer (missing method String)',
      { name: 'Stack.String' },
    ],
    [
      'missing',
      '3:2: package example.com/tiny/none is not in std (/usr/lib/go/src/example.com/tiny/none)',
      { what: 'module', name: 'example.com/tiny/none', ours: true },
    ],
    [
      'missing',
      '3:2: no required module provides package example.com/tiny/none; to add it:\n\tgo get example.com/tiny/none',
      { ours: true },
    ],
    [
      'import',
      '3:2: no required module provides package github.com/x/y; to add it:\n\tgo get github.com/x/y',
      { what: 'module', name: 'github.com/x/y', ours: false },
    ],
    [
      'import',
      '3:2: missing go.sum entry for module providing package github.com/x/y; to add:\n\tgo mod download',
      { ours: false },
    ],
    ['import', '3:2: use of internal package example.com/other/internal/x not allowed', { what: 'other' }],
    ['syntax', '3:2: syntax error: unexpected newline, expected comma or )', { what: 'other' }],
    ['syntax', "3:2: expected ';', found 'EOF'", { what: 'other' }],
    ['other', '3:2: missing return', { what: 'other' }],
    ['other', '3:2: declared and not used: x', { what: 'other' }],
    ['other', '3:2: not enough arguments in call to NewStack', { what: 'other' }],
  ])('is %s: %s', (kind, said, diagnostic) => {
    const failure = failureOf(`# ${PATH} [${PATH}.test]\n./stack_test.go:${said}\n`, sources);
    expect(failure).toMatchObject({ kind, diagnostics: [{ ...diagnostic, file: 'stack_test.go' }] });
  });

  it.each([
    ['missing', 'too many arguments in call to NewStack\n\thave (number)\n\twant ()'],
    ['missing', 'not enough arguments in call to more.Add\n\thave ()\n\twant (int)'],
    ['missing', 'cannot use "x" (untyped string constant) as int value in argument to s.Push'],
    ['missing', 'assignment mismatch: 2 variables but NewStack returns 1 value'],
    ['missing', 's.Push(1) (no value) used as value'],
    ['missing', 'cannot use NewStack() (value of type *Stack) as type string in variable declaration'],
    ['missing', 'invalid operation: NewStack() == "own" (mismatched types *Stack and untyped string)'],
    ['missing', 'invalid operation: made != "x" (mismatched types *Stack and untyped string)'],
    ['other', 'too many arguments in call to own\n\thave (number)\n\twant ()'],
    ['other', 'not enough arguments in call to thing.Add\n\thave ()\n\twant (int)'],
    ['other', 'cannot use "x" (untyped string constant) as int value in argument to own'],
    ['other', 'cannot use "NewStack()" (untyped string constant) as int value in variable declaration'],
    [
      'other',
      'cannot use fake{} (value of type fake) as type Store in argument to NewStack:\n\tfake does not implement Store (wrong type for Get method)',
    ],
  ])('about a signature is %s: %s', (kind, said) => {
    const code = 'package stack\n\nfunc NewStack() *Stack { return nil }\n\nfunc (s *Stack) Push(n int) {}\n';
    const test = `${sources['stack_test.go']}\n\tmade := NewStack()\n\nfunc own() {}\n`;
    const module = moduleOf({
      'stack_test.go': test,
      'stack.go': code,
      'calc/calc.go': 'package calc\n\nfunc Add(n int) {}\n',
    });
    const calc = {
      directory: 'calc',
      importPath: `${PATH}/calc`,
      files: ['calc/calc.go'],
      testFiles: [],
      clause: 'calc',
    };
    const [root] = module.packages;
    if (root === undefined) throw new Error('no package');
    const log = parseBuildLog(`# ${PATH} [${PATH}.test]\n./stack_test.go:8:2: ${said}\n`);
    expect(buildFailure(root, log, { ...module, packages: [root, calc] }, text).kind).toBe(kind);
  });

  it('of syntax outweighs all others, a mistake outweighs what is missing', () => {
    const about = (...said: string[]) =>
      failureOf([`# ${PATH}`, ...said.map((one) => `./stack_test.go:${one}`)].join('\n'), sources).kind;
    expect(about('1:1: undefined: Stack', '2:1: undefined: more.add')).toBe('other');
    expect(about('1:1: undefined: Stack', '2:1: undefined: more.add', '3:1: syntax error: x')).toBe('syntax');
    expect(about('1:1: undefined: Stack', '3:2: no required module provides package github.com/x/y; to add it:')).toBe(
      'import',
    );
  });

  it.each(['./other_test.go:7: note: module requires Go 1.30', 'note: module requires Go 1.30'])(
    'is not what a note beside it says: %s',
    (note) => {
      const { kind, diagnostics } = failureOf(`# ${PATH}\n./stack_test.go:1:1: undefined: Stack\n${note}\n`, sources);
      expect([kind, diagnostics?.length]).toEqual(['missing', 1]);
    },
  );

  it('about everything, without end, is kept short', () => {
    const failure = failureOf(`# ${PATH}\n${'./stack_test.go:1:1: undefined: Stack\n'.repeat(10_000)}`, sources);
    expect(failure.message.length).toBeLessThan(10_000);
    expect(failure.diagnostics?.length).toBeLessThanOrEqual(500);
  });
});

describe('a Go file', () => {
  it('tells its imports by the names they have in it', () => {
    const source =
      'package x\n\nimport "os"\nimport (\n\t// a comment\n\t_ "embed"\n\tb "a/b"\n\t"gopkg.in/yaml.v3"\n\t"c/d/v2"\n)\n';
    expect([...importsOf(source)]).toEqual([
      ['os', 'os'],
      ['_', 'embed'],
      ['b', 'a/b'],
      ['yaml', 'gopkg.in/yaml.v3'],
      ['d', 'c/d/v2'],
    ]);
  });

  it('tells its tests', () => {
    const source =
      'func TestA(t *testing.T) {}\nfunc helper() {}\nfunc ExampleB() {}\n\tfunc TestNo() {}\nfunc FuzzÄ(f *testing.F) {}\n';
    expect(testFunctionsOf(source)).toEqual(['TestA', 'ExampleB', 'FuzzÄ']);
  });
});

describe('a project uses Go', () => {
  it('by its modules, each on its own', () => {
    const files = ['go.mod', 'a_test.go', 'tools/go.mod', 'vendor/x/go.mod', 'pkg/testdata/go.mod'];
    expect(go.detect({ files, read: () => '' })).toMatchObject([
      { directory: '.', confidence: 'configured', because: ['go.mod', 'a_test.go'] },
      { directory: 'tools', confidence: 'installed', because: ['tools/go.mod'] },
    ]);
  });
});

function moduleOf(sources: Readonly<Record<string, string>>): GoModule {
  const files = Object.keys(sources);
  const root = { directory: '.', importPath: PATH, files, testFiles: files, clause: 'stack' };
  return { path: PATH, packages: [root], read: (file) => sources[file] ?? '' };
}

function failureOf(log: string, sources: Readonly<Record<string, string>>) {
  const module = moduleOf(sources);
  const [root] = module.packages;
  if (root === undefined) throw new Error('no package');
  return buildFailure(root, parseBuildLog(log), module, text);
}

function reportOf(events: string) {
  return goReport({
    command: ['go', 'test'],
    result: ENDED,
    events: readGoEvents(events.split('\n').slice(0, events.endsWith('\n') ? -1 : undefined), MARK),
    errors: '',
    module: moduleOf({ 'stack_test.go': 'package stack\n\nfunc TestA() {}\n' }),
    canaries: CANARIES,
    whole: true,
    restricted: false,
    text,
  });
}

function run(name: string) {
  return { Action: 'run', Package: PATH, Test: name };
}

function ended(action: 'pass' | 'fail' | 'skip', name?: string) {
  return { Action: action, Package: PATH, ...(name === undefined ? {} : { Test: name }), Elapsed: 0 };
}

function passed(name: string) {
  return [
    run(name),
    { Action: 'output', Package: PATH, Test: name, Output: `=== RUN   ${name}\n` },
    ended('pass', name),
  ];
}

function lines(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
