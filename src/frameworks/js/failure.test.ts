import { describe, expect, it } from 'vitest';
import { FAILURE_KINDS } from '../../evidence/report.ts';
import { classifyJsError, type JsError, type JsMoment } from './failure.ts';

const project = { directory: '/work/my project', packageName: 'tiny', aliases: ['@app/*', 'models'] };
const stackAt = (head: string, ...places: string[]) => [head, ...places.map((place) => `    at ${place}`)].join('\n');
const inTest = 'Object.<anonymous> (/work/my project/test/a.test.js:7:3)';
const inSource = 'load (/work/my project/src/math.js:2:9)';
const inPackage = 'run (/work/my project/node_modules/lodash/lodash.js:40:3)';

function kindOf(error: JsError, moment?: JsMoment) {
  return classifyJsError(error, project, moment).kind;
}

function diagnosticOf(message: string, more: Partial<JsError> = {}) {
  const { kind, diagnostics } = classifyJsError({ message, ...more }, project);
  return { kind, ...diagnostics?.[0] };
}

describe('a file that cannot be opened', () => {
  const opened = "ENOENT: no such file or directory, open '/work/my project/data/rates.json'";

  it('is missing, by its path in the project', () => {
    const stack = stackAt(`Error: ${opened}`, 'readFileSync (node:fs:441:20)', inTest);
    expect(diagnosticOf(opened, { name: 'Error', code: 'ENOENT', stack })).toEqual({
      ...{ kind: 'missing', what: 'file', name: 'data/rates.json' },
      ...{ file: 'test/a.test.js', line: 7 },
    });
  });

  it('is told by the lines that wanted it, where the code under test did', () => {
    const stack = stackAt(`Error: ${opened}`, 'readFileSync (node:fs:441:20)', inSource, inTest);
    const { frames } = classifyJsError({ name: 'Error', message: opened, code: 'ENOENT', stack }, project);
    expect(frames?.find(({ file }) => file !== undefined)?.file).toBe('src/math.js');
  });
});

describe('a module that cannot be found', () => {
  const asker = '/work/my project/test/a.test.js';
  it.each([
    [
      'Node, ES modules',
      `Cannot find module '/work/my project/src/stack.js' imported from ${asker}`,
      '../src/stack.js',
    ],
    [
      'Node, a file URL',
      `Cannot find module '/work/my project/src/stack.js' imported from file:///work/my%20project/test/a.test.js`,
      '../src/stack.js',
    ],
    ['Node, CommonJS', `Cannot find module '../src/stack'\nRequire stack:\n- ${asker}\n- /x/y.js`, '../src/stack'],
    ['Vite', `Cannot find module '../src/stack.js' imported from ${asker}`, '../src/stack.js'],
    ['Vite, quoted', `Cannot find module '../src/stack.js' imported from '${asker}'`, '../src/stack.js'],
    [
      'Vite, import analysis',
      'Failed to resolve import "../src/stack" from "test/a.test.js". Does the file exist?',
      '../src/stack',
    ],
    [
      'Vite, before 7',
      `Failed to load url ../src/stack (resolved id: ../src/stack) in ${asker.replace(' ', '')}. Does the file exist?`,
      '../src/stack',
    ],
    [
      'Jest',
      "Cannot find module '../src/stack.js' from 'test/a.test.js'\n\nRequire stack:\n  test/a.test.js",
      '../src/stack.js',
    ],
    [
      'a name of package.json',
      `Package import specifier "#stack" is not defined in package /p/package.json imported from ${asker.replace(' ', '')}`,
      '#stack',
    ],
    [
      "Jest's own map of names",
      'Could not locate module @lib/stack mapped as:\n/work/my project/src/$1.',
      '@lib/stack',
    ],
  ])('is missing when it is one of the project, as %s tells it', (_, message, name) => {
    expect(diagnosticOf(message)).toMatchObject({ kind: 'missing', what: 'module', name, ours: true });
  });

  it.each(['tiny', 'tiny/stack', '@app/stack', 'models/user', '@/stack', '~/stack', '#stack'])(
    'is of the project by the name %s',
    (name) => {
      expect(diagnosticOf(`Cannot find module '${name}' from 'test/a.test.js'`)).toMatchObject({
        kind: 'missing',
        ours: true,
      });
    },
  );

  it.each([
    [`Cannot find package 'left-pad' imported from /work/my project/src/math.js`],
    [`Cannot find module 'left-pad' from 'src/math.js'`],
    [`Cannot find module 'left-pad'\nRequire stack:\n- /work/my project/src/math.js`],
  ])('is an import when it is a package: %s', (message) => {
    expect(diagnosticOf(message)).toEqual({
      kind: 'import',
      what: 'module',
      name: 'left-pad',
      file: 'src/math.js',
      ours: false,
    });
  });

  it('is an import when a package asks for a part of itself', () => {
    const message = `Cannot find module './part' imported from /work/my project/node_modules/lodash/index.js`;
    expect(diagnosticOf(message)).toMatchObject({ kind: 'import', ours: false });
  });

  it('has the line of the asking file where the stack has it', () => {
    const message = "Cannot find module '../src/stack.js' from 'test/a.test.js'";
    expect(diagnosticOf(message, { stack: stackAt(message, inPackage, inTest) })).toMatchObject({
      file: 'test/a.test.js',
      line: 7,
    });
  });

  it('outside the project is no module of it, but from the root of a Vite server is', () => {
    const error = { message: "Cannot find module '/src/stack' imported from /work/my project/test/a.test.js" };
    expect(classifyJsError(error, project).kind).toBe('import');
    const { kind, diagnostics } = classifyJsError(error, { ...project, absoluteFromProject: true });
    expect([kind, diagnostics?.[0]?.name]).toEqual(['missing', '../src/stack']);
  });
});

describe('a name that does not exist', () => {
  it.each([
    ["The requested module '../src/math.js' does not provide an export named 'multiply'", true, 'missing'],
    [
      "Named export 'multiply' not found. The requested module '../src/math.js' is a CommonJS module, which",
      true,
      'missing',
    ],
    ["The requested module 'lodash' does not provide an export named 'multiply'", false, 'import'],
  ])('is an export when a module lacks it: %s', (message, ours, kind) => {
    expect(diagnosticOf(message, { name: 'SyntaxError' })).toMatchObject({
      kind,
      what: 'export',
      name: 'multiply',
      ours,
    });
  });

  it.each([
    ['multiply is not a function', 'multiply'],
    ['stack.peek is not a function', 'stack.peek'],
    ['(0 , _math.multiply) is not a function', 'multiply'],
    ['(0 , math_js_1.multiply) is not a function', 'multiply'],
    ['math_1.Stack is not a constructor', 'Stack'],
    ['__vite_ssr_import_1__.peek is not a function', 'peek'],
    ['(intermediate value).peek is not a function', 'peek'],
  ])('is a member when it is called: %s', (message, name) => {
    const stack = stackAt(`TypeError: ${message}`, inTest, inPackage);
    expect(diagnosticOf(message, { stack })).toEqual({
      kind: 'missing',
      what: 'member',
      name,
      file: 'test/a.test.js',
      line: 7,
    });
  });

  it.each([
    ['inside a package', 'callback is not a function', inPackage],
    ['without a name', 'undefined is not a function', inTest],
    ['of which something is read', "Cannot read properties of undefined (reading 'peek')", inTest],
  ])('is no missing thing %s', (_, message, at) => {
    expect(kindOf({ name: 'TypeError', message, stack: stackAt(`TypeError: ${message}`, at, inTest) })).toBe('other');
  });

  it('that is not defined in the test itself is a broken test', () => {
    const message = 'stak is not defined';
    const stack = stackAt(`ReferenceError: ${message}`, inTest);
    expect(diagnosticOf(message, { stack })).toMatchObject({ kind: 'other', what: 'undefined', name: 'stak', line: 7 });
  });
});

describe('an expectation that does not hold', () => {
  it.each<[string, JsError]>([
    ['by name', { name: 'AssertionError', message: "Cannot find module './x'" }],
    ['by the code of node:assert', { message: '1 == 2', code: 'ERR_ASSERTION' }],
    ['by the name in the stack', { message: 'no', stack: 'AssertionError [ERR_ASSERTION]: no\n    at x (/a.js:1:1)' }],
    ['by a matcher of Jest', { message: 'expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1' }],
    ['by the number of assertions', { name: 'Error', message: 'expected number of assertions to be 2, but got 0' }],
    ['by a snapshot', { name: 'Error', message: 'Snapshot `a 1` mismatched' }],
    ['by Testing Library', { name: 'TestingLibraryElementError', message: 'Unable to find an element' }],
  ])('is told %s', (_, error) => {
    expect(kindOf(error)).toBe('assertion');
  });

  it('is not a snapshot that nobody has written', () => {
    const message =
      'expect(received).toMatchSnapshot()\n\nNew snapshot was not written. The update flag must be passed';
    expect(kindOf({ name: 'JestAssertionError', message })).toBe('other');
  });
});

describe('a file that cannot be read as code', () => {
  it.each<[string, JsError, string | undefined, number | undefined]>([
    [
      'Babel',
      {
        name: 'SyntaxError',
        code: 'BABEL_PARSE_ERROR',
        message: '/work/my project/test/a.test.js: Unexpected token, expected "," (4:26)\n\n> 4 | x',
      },
      undefined,
      undefined,
    ],
    [
      'Oxc',
      {
        message:
          'Transform failed with 1 error:\n\n\u001b[31m[PARSE_ERROR] \u001b[0mUnexpected token\n   ╭─[ src/bad.ts:3:57 ]',
      },
      'src/bad.ts',
      3,
    ],
    [
      'Vite',
      { message: 'Failed to parse source for import analysis because the content contains invalid JS syntax.' },
      'test/b.test.js',
      undefined,
    ],
    [
      'Node',
      {
        stack: '/work/my project/src/bad.js:9\n  const = 1;\n\nSyntaxError: Unexpected token',
        name: 'SyntaxError',
        message: 'Unexpected token',
      },
      'src/bad.js',
      9,
    ],
  ])('is a syntax error as %s tells it', (_, error, file, line) => {
    const failure = classifyJsError(error, project, { collecting: true, file: 'test/b.test.js' });
    expect(failure.kind).toBe('syntax');
    if (file !== undefined) expect(failure.location).toEqual(line === undefined ? { file } : { file, line });
  });

  it('is not data that the program under test cannot parse', () => {
    expect(kindOf({ name: 'SyntaxError', message: 'Unexpected token } in JSON at position 3' })).toBe('other');
    expect(
      kindOf({
        name: 'SyntaxError',
        message: 'Bad thing',
        stack: stackAt('SyntaxError: Bad thing', 'JSON.parse (<anonymous>)', inTest),
      }),
    ).toBe('other');
  });
});

describe('a module that throws while it is loaded', () => {
  const moment = { collecting: true, file: 'test/a.test.js' };
  it('is an import when another file throws', () => {
    expect(
      kindOf({ name: 'RangeError', message: 'no', stack: stackAt('RangeError: no', inSource, inTest) }, moment),
    ).toBe('import');
    const message = 'init is not a function';
    expect(kindOf({ message, stack: stackAt(`TypeError: ${message}`, inSource, inTest) }, moment)).toBe('import');
  });

  it('is the test itself when the test file throws', () => {
    expect(kindOf({ name: 'RangeError', message: 'no', stack: stackAt('RangeError: no', inTest) }, moment)).toBe(
      'other',
    );
    const message = 'Stack is not a constructor';
    expect(kindOf({ message, stack: stackAt(`TypeError: ${message}`, inTest) }, moment)).toBe('missing');
  });
});

describe('a test that does not end', () => {
  it.each([
    'Test timed out in 100ms.\nIf this is a long-running test',
    'Hook timed out in 10000ms.',
    'thrown: "Exceeded timeout of 100 ms for a test.\nAdd a timeout value',
    'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called',
    'test timed out after 10ms',
  ])('is a timeout when a framework says so: %s', (message) => {
    expect(kindOf({ name: 'Error', message })).toBe('timeout');
  });

  it('is no timeout when the program says so', () => {
    expect(kindOf({ name: 'Error', message: 'The server timed out in 5 ms' })).toBe('other');
  });

  it.each([
    'process.exit unexpectedly called with "1"',
    '[vitest-pool]: Worker forks emitted error.',
    'A jest worker process (pid=3) was terminated by another process: signal=SIGKILL, exitCode=null.',
    'Jest worker encountered 4 child process exceptions, exceeding retry limit',
  ])('is a crash when its process ends: %s', (message) => {
    expect(kindOf({ name: 'Error', message })).toBe('crash');
  });
});

describe('a complaint of TypeScript', () => {
  it.each([
    [
      "test/a.test.ts:1:21 - error TS2307: Cannot find module '../src/stack' or its corresponding type declarations.",
      'missing',
      'module',
    ],
    [
      "test/a.test.ts(1,21): error TS2307: Cannot find module 'left-pad' or its corresponding type declarations.",
      'import',
      'module',
    ],
    [
      `test/a.test.ts:1:10 - error TS2305: Module '"../src/math"' has no exported member 'multiply'.`,
      'missing',
      'export',
    ],
    [
      `test/a.test.ts:1:10 - error TS2724: '"../src/math"' has no exported member named 'multiply'. Did you mean 'multi'?`,
      'missing',
      'export',
    ],
    ["test/a.test.ts:4:9 - error TS2339: Property 'peek' does not exist on type 'Stack'.", 'missing', 'member'],
    ["test/a.test.ts:4:9 - error TS2304: Cannot find name 'stak'.", 'other', 'undefined'],
    ["test/a.test.ts:4:9 - error TS1005: ')' expected.", 'syntax', 'other'],
    ["test/a.test.ts:4:9 - error TS2345: Argument of type 'string' is not assignable.", 'other', 'other'],
  ])('%s', (message, kind, what) => {
    expect(diagnosticOf(`\u001b[96m${message}\u001b[0m`)).toMatchObject({ kind, what, file: 'test/a.test.ts' });
  });

  it('is as bad as the worst of several', () => {
    const message =
      "a.ts:1:1 - error TS2307: Cannot find module './b'.\na.ts:2:1 - error TS2304: Cannot find name 'c'.";
    const { kind, diagnostics } = classifyJsError({ message }, project);
    expect([kind, diagnostics?.map(({ what }) => what)]).toEqual(['other', ['module', 'undefined']]);
  });
});

describe('a message', () => {
  it('has no colours, no stack and no path of the machine', () => {
    const message =
      '\u001b[31mno\u001b[39m such row in /work/my project/src/db.js\n    at x (/work/my project/src/db.js:1:2)';
    expect(classifyJsError({ message }, project).message).toBe('no such row in src/db.js');
  });

  it('begins with the name of an unusual error and is never endless', () => {
    expect(classifyJsError({ name: 'RangeError', message: 'no' }, project).message).toBe('RangeError: no');
    expect(classifyJsError({ message: 'x'.repeat(5_000_000) }, project).message.length).toBeLessThan(8_010);
  });

  it('of any shape is read, and never for long', () => {
    for (const message of [
      "Cannot find module '".repeat(20_000),
      `${' at ('.repeat(50_000)}:1:1`,
      '(0 , '.repeat(50_000),
    ]) {
      const { kind } = classifyJsError({ name: 'TypeError', message, stack: message }, project);
      expect(FAILURE_KINDS).toContain(kind);
    }
  });
});
