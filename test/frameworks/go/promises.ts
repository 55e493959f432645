import { expect } from 'vitest';
import { NOT_SELECTED, type Promises } from '../contract/promises.ts';

export const MODULE = { 'go.mod': 'module example.com/tiny\n\ngo 1.19\n' };

/** A test file with one test. */
export function test(name: string, of: string, body: string, imports: readonly string[] = []): string {
  const list = [...imports, 'testing'].map((path) => `\t"${path}"\n`).join('');
  return `package ${name}\n\nimport (\n${list})\n\nfunc Test${of}(t *testing.T) {\n\t${body}\n}\n`;
}

export function passing(name: string, of: string): string {
  return test(name, of, 't.Log("fine")');
}

const ODD = 'a/a_test.go';
const main = (body: string) =>
  `package x\n\nimport (\n\t"os"\n\t"testing"\n)\n\nvar _ = os.Exit\n\nfunc TestMain(m *testing.M) {\n\t${body}\n}\n\nfunc TestA(t *testing.T) { t.Error("no") }\n`;

export const goPromises: Promises = {
  crowded: {
    files: {
      [ODD]: `${test('a', 'Breaks', 't.Error("broken")', ['fmt', 'strings'])}
func TestTalks(t *testing.T) {
	for i := 0; i < 100; i++ {
		fmt.Println(strings.Repeat("x", 1000000))
	}
}
`,
      'a/b_test.go': test('a', 'Other', 't.Error("broken")'),
      'c/c_test.go': test('c', 'Other', 't.Error("broken")'),
    },
    selected: ODD,
    shows: {
      outcomes: { [`${ODD}::TestBreaks`]: 'failed assertion', [`${ODD}::TestTalks`]: 'passed' },
      failures: { [`${ODD}::TestBreaks`]: { location: { file: ODD, line: 10 } } },
    },
  },
  look: {
    files: {
      'a/a_test.go': passing('a', 'A'),
      'a/b_test.go': test('a', 'B', `os.WriteFile(os.TempDir()+"/${NOT_SELECTED}", nil, 0o600)`, ['os']),
    },
    request: { selection: { files: ['a/a_test.go'] }, canary: false },
    shows: { outcomes: { 'a/a_test.go::TestA': 'passed' }, canary: 'absent' },
  },
  empty: { files: { 'x.go': 'package x\n' }, request: { canary: false }, shows: { canary: 'absent' } },
  reporter: 'go test has no reporters and no configuration; what it writes is read from its own command line.',
  sandboxed: {
    story: { files: { 'x_test.go': passing('x', 'A') }, shows: { outcomes: { 'x_test.go::TestA': 'passed' } } },
  },
  forged: { 'a TestMain that runs no tests': { files: { 'x_test.go': main('') } } },
  deeds: {
    test: (command) => ({
      files: {
        'x_test.go': test('x', 'Acts', `exec.Command("sh", "-c", ${JSON.stringify(command)}).Run()\n\tselect {}`, [
          'os/exec',
        ]).concat('\nfunc init() { go func() { for {} }() }\n'),
      },
      request: { command: ['go', 'test', './...', '-timeout=1h'] },
    }),
    hung: { 'x_test.go::TestActs': 'failed timeout' },
    deadlines: [5_000, 20_000],
  },
  missing: { files: { 'x_test.go': passing('x', 'A') }, without: /^(go|gofmt)(-|$)/, message: /go\.dev/ },
  broken: {
    'a module without a name': {
      files: { 'go.mod': '', 'x_test.go': passing('x', 'A') },
      message: /go\.mod/,
    },
    'a command that takes what Baton needs': {
      files: {},
      request: { command: ['go', 'test', '-exec', 'wrapper', './...'] },
      message: /-exec/,
    },
  },
  foreign: { files: {}, request: { command: ['make', 'test'] }, message: /make test/ },
  commands: {
    files: { 'x_test.go': passing('x', 'A'), 'y/y_test.go': passing('y', 'B') },
    all: [['go', 'test', '-v', './y']],
    shows: { outcomes: { 'y/y_test.go::TestB': 'passed' } },
  },
  setUp: 'go test has no set-up of the whole run; a TestMain is one of its package, and shown in the table.',
  names: 'go test finds *_test.go and nothing else.',
  restricted: {
    'a pattern for names on the command line': {
      files: { 'x_test.go': passing('x', 'A') },
      request: { command: ['go', 'test', '-run', 'TestA', './...'] },
      shows: {
        outcomes: { 'x_test.go::TestA': 'passed' },
        focused: true,
        canary: 'missing',
        incomplete: expect.stringContaining('canary'),
      },
    },
  },
  troubles: {
    hooks: 'Go has no hooks around tests.',
    loading: {
      apart: true,
      files: {
        'loading/loading.go': 'package loading\n\nfunc init() { panic("too small") }\n',
        'loading/loading_test.go': passing('loading', 'A'),
        'living/living_test.go': passing('living', 'B'),
      },
      shows: {
        outcomes: { 'living/living_test.go::TestB': 'passed' },
        runErrors: [expect.stringContaining('too small')],
        canary: 'missing',
        incomplete: expect.any(String),
      },
    },
    dying: {
      apart: true,
      // A panic is told apart from this: the tests behind it are run in another process.
      files: {
        'x_test.go':
          'package x\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestA(t *testing.T) { os.Exit(3) }\n\nfunc TestZ(t *testing.T) {}\n',
      },
      shows: {
        outcomes: { 'x_test.go::TestA': 'errored crash' },
        canary: expect.anything(),
        incomplete: expect.stringContaining('ended in the middle'),
      },
    },
    expected: 'Go has no tests that are expected to fail.',
  },
};
