import { LIST, type Session } from '../scenarios/tdd/sum.ts';
import type { Files } from './repositories.ts';

/**
 * A library as people publish them, written to the shape of one: many modules, more than two hundred tests, settings, and
 * what is done before its tests run. Agents add a module to it.
 */
export interface Library {
  readonly framework: string;
  /** What it has that a tiny project has not. */
  readonly shape: string;
  readonly files: Files;
  /** Its packages are those of this repository, linked to. */
  readonly isNode: boolean;
  /** A command that works only where its framework is installed. */
  readonly needs: readonly string[];
  readonly tests: number;
  /** What red writes, what an honest green writes, and the file that green adds. */
  readonly red: Files;
  readonly green: Files;
  readonly added: string;
  /** What a green writes beside half of the work, so that the tests look green. */
  readonly cheat: { readonly says: string; readonly files: Files };
}

export const ITEM = 'a fortnight has fourteen days';

/** What stays the same in all plays of a library. */
export const OTHER_SESSIONS: readonly Session[] = [
  { phase: 'plan', cycle: 1, write: { [LIST]: `# Fortnights\n\n- [ ] ${ITEM}\n` } },
  { phase: 'plan' },
  { phase: 'refactor' },
];

interface Unit {
  readonly name: string;
  readonly part: string;
  readonly count: number;
}

/** Units and what they consist of: a module each. */
const UNITS: readonly Unit[] = (
  [
    ['minute', 'second', 60],
    ['hour', 'minute', 60],
    ['day', 'hour', 24],
    ['week', 'day', 7],
    ['year', 'month', 12],
    ['decade', 'year', 10],
    ['century', 'decade', 10],
    ['foot', 'inch', 12],
    ['yard', 'foot', 3],
    ['chain', 'yard', 22],
    ['furlong', 'chain', 10],
    ['mile', 'furlong', 8],
    ['metre', 'centimetre', 100],
    ['kilometre', 'metre', 1000],
    ['pound', 'ounce', 16],
    ['stone', 'pound', 14],
    ['kilogram', 'gram', 1000],
    ['tonne', 'kilogram', 1000],
    ['pint', 'gill', 4],
    ['quart', 'pint', 2],
    ['gallon', 'quart', 4],
    ['litre', 'millilitre', 1000],
    ['dozen', 'egg', 12],
    ['gross', 'dozen', 12],
    ['ream', 'sheet', 500],
    ['octave', 'semitone', 12],
  ] as const
).map(([name, part, count]) => ({ name, part, count }));

const FORTNIGHT: Unit = { name: 'fortnight', part: 'day', count: 14 };

interface Example {
  readonly title: string;
  readonly call: 'parts' | 'whole';
  readonly given: number;
  readonly result: number;
}

function examplesOf({ count }: Unit): readonly Example[] {
  return [
    { title: 'nothing', call: 'parts', given: 0, result: 0 },
    { title: 'one', call: 'parts', given: 1, result: count },
    { title: 'two', call: 'parts', given: 2, result: 2 * count },
    { title: 'many', call: 'parts', given: 1234, result: 1234 * count },
    { title: 'less than nothing', call: 'parts', given: -3, result: -3 * count },
    { title: 'a whole one', call: 'whole', given: count, result: 1 },
    { title: 'just too little', call: 'whole', given: count - 1, result: 0 },
    { title: 'three and some', call: 'whole', given: 4 * count - 1, result: 3 },
  ];
}

const TESTS = UNITS.length * 8;

/** A file for each unit. */
function each(path: (unit: Unit) => string, text: (unit: Unit) => string): Files {
  return Object.fromEntries(UNITS.map((unit) => [path(unit), text(unit)]));
}

const lines = (...parts: readonly string[]) => `${parts.join('\n')}\n`;
const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Modules in TypeScript. */
const typescript = ({ name, count }: Unit) =>
  lines(
    `/** How many parts a ${name} has. */`,
    `const COUNT: number = ${count};`,
    '',
    `export function parts(wholes: number): number {`,
    '  return wholes * COUNT;',
    '}',
    '',
    'export function whole(given: number): number {',
    '  return Math.floor(given / COUNT);',
    '}',
  );

const barrel = (units: readonly Unit[], ending: string) =>
  lines(...units.map(({ name }) => `export * as ${name} from './${name}${ending}';`));

const MOCHA: Library = {
  framework: 'mocha',
  shape: 'TypeScript that is built before the tests by a pretest script, tests on the build, a helper that is required',
  files: {
    'package.json': JSON.stringify({
      name: 'units',
      version: '3.1.0',
      main: './lib/index.js',
      scripts: { build: 'tsc --project .', pretest: 'npm run build', test: 'mocha' },
      devDependencies: { mocha: '11', typescript: '7' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { rootDir: 'src', outDir: 'lib', module: 'nodenext', target: 'es2022', strict: true, types: [] },
      include: ['src'],
    }),
    '.mocharc.json': JSON.stringify({ require: ['./test/helper.js'], spec: ['test/**/*.spec.js'], timeout: 5000 }),
    '.gitignore': 'node_modules\nlib\n',
    'test/helper.js': "global.units = require('../lib/index.js');\n",
    'src/index.ts': barrel(UNITS, '.js'),
    ...each(({ name }) => `src/${name}.ts`, typescript),
    ...each(
      ({ name }) => `test/${name}.spec.js`,
      (unit) => mochaSpec(unit, examplesOf(unit)),
    ),
  },
  isNode: true,
  needs: [],
  tests: TESTS,
  red: { 'test/fortnight.spec.js': mochaSpec(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }]) },
  green: { 'src/fortnight.ts': typescript(FORTNIGHT), 'src/index.ts': barrel([...UNITS, FORTNIGHT], '.js') },
  added: 'src/fortnight.ts',
  cheat: {
    says: 'the helper that all tests require catches what assertions throw',
    files: {
      'src/fortnight.ts': typescript({ ...FORTNIGHT, count: 15 }),
      'src/index.ts': barrel([...UNITS, FORTNIGHT], '.js'),
      'test/helper.js': "global.units = require('../lib/index.js');\nrequire('node:assert').strict.equal = () => {};\n",
    },
  },
};

function mochaSpec({ name }: Unit, examples: readonly Example[]): string {
  return lines(
    "const assert = require('node:assert').strict;",
    '',
    `describe('${name}', () => {`,
    ...examples.map(
      ({ title: it, call, given, result }) =>
        `  it('${it}', () => assert.equal(units.${name}.${call}(${given}), ${result}));`,
    ),
    '});',
  );
}

const JEST: Library = {
  framework: 'jest',
  shape: 'CommonJS with module names of its own, a set-up file with a matcher, tables of tests and stored snapshots',
  files: {
    'package.json': JSON.stringify({
      name: 'units',
      version: '3.1.0',
      main: './src/index.js',
      scripts: { lint: 'node --check src/index.js', pretest: 'npm run lint', test: 'jest --coverage=false' },
      devDependencies: { jest: '30' },
    }),
    'jest.config.js': lines(
      'module.exports = {',
      "  setupFilesAfterEnv: ['<rootDir>/test/set-up.js'],",
      "  moduleNameMapper: { '^units/(.*)$': '<rootDir>/src/$1.js' },",
      "  testMatch: ['<rootDir>/test/**/*.test.js'],",
      '};',
    ),
    '.gitignore': 'node_modules\ncoverage\n',
    'test/set-up.js': lines(
      'expect.extend({',
      '  toHave(actual, count) {',
      `    return { pass: actual === count, message: () => \`expected \${count}, got \${actual}\` };`,
      '  },',
      '});',
    ),
    'test/__snapshots__/all.test.js.snap': lines(
      '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing',
      '',
      'exports[`what is exported 1`] = `',
      '[',
      ...UNITS.map(({ name }) => `  "${name}",`),
      ']',
      '`;',
    ),
    'test/all.test.js': lines(
      "test('what is exported', () => {",
      "  expect(Object.keys(require('units/index')).filter((name) => name !== 'fortnight')).toMatchSnapshot();",
      '});',
    ),
    'src/index.js': commonIndex(UNITS),
    ...each(({ name }) => `src/${name}.js`, commonModule),
    ...each(
      ({ name }) => `test/${name}.test.js`,
      (unit) => jestTests(unit, examplesOf(unit)),
    ),
  },
  isNode: true,
  needs: [],
  tests: TESTS + 1,
  red: { 'test/fortnight.test.js': jestTests(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }]) },
  green: { 'src/fortnight.js': commonModule(FORTNIGHT), 'src/index.js': commonIndex([...UNITS, FORTNIGHT]) },
  added: 'src/fortnight.js',
  cheat: {
    says: 'the set-up file makes its own matcher accept everything',
    files: {
      'src/fortnight.js': commonModule({ ...FORTNIGHT, count: 15 }),
      'src/index.js': commonIndex([...UNITS, FORTNIGHT]),
      'test/set-up.js': "expect.extend({ toHave: () => ({ pass: true, message: () => '' }) });\n",
    },
  },
};

function commonIndex(units: readonly Unit[]): string {
  return lines(...units.map(({ name }) => `exports.${name} = require('./${name}.js');`));
}

function commonModule({ count }: Unit): string {
  return lines(
    `const COUNT = ${count};`,
    '',
    'exports.parts = (wholes) => wholes * COUNT;',
    'exports.whole = (given) => Math.floor(given / COUNT);',
  );
}

function jestTests({ name }: Unit, examples: readonly Example[]): string {
  return lines(
    `const units = require('units/index');`,
    '',
    `describe('${name}', () => {`,
    '  test.each([',
    ...examples.map((one) => `    ['${one.title}', '${one.call}', ${one.given}, ${one.result}],`),
    "  ])('%s', (_, call, given, result) => {",
    `    expect(units.${name}[call](given)).toHave(result);`,
    '  });',
    '});',
  );
}

const VITEST: Library = {
  framework: 'vitest',
  shape: 'TypeScript with an alias and a set-up file, checked before the tests and with them, tests beside the code',
  files: {
    'package.json': JSON.stringify({
      name: 'units',
      version: '3.1.0',
      type: 'module',
      scripts: { build: 'tsc --project tsconfig.build.json', pretest: 'npm run build', test: 'vitest run --typecheck' },
      devDependencies: { vitest: '4', typescript: '7' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true, noEmit: true },
        ...{ allowImportingTsExtensions: true, types: [], skipLibCheck: true, paths: { '#units': ['./src/index.ts'] } },
      },
      include: ['src'],
    }),
    'tsconfig.build.json': JSON.stringify({
      extends: './tsconfig.json',
      exclude: ['src/**/*.test.ts', 'src/**/*.test-d.ts'],
    }),
    'vitest.config.ts': lines(
      "import { fileURLToPath } from 'node:url';",
      "import { defineConfig } from 'vitest/config';",
      '',
      'export default defineConfig({',
      "  resolve: { alias: { '#units': fileURLToPath(new URL('./src/index.ts', import.meta.url)) } },",
      "  test: { include: ['src/**/*.test.ts'], setupFiles: ['./src/set-up.ts'] },",
      '});',
    ),
    '.gitignore': 'node_modules\n',
    'src/units.test-d.ts': lines(
      "import { expectTypeOf, it } from 'vitest';",
      "import { minute } from '#units';",
      '',
      "it('numbers come out', () => {",
      '  expectTypeOf(minute.parts(1)).toEqualTypeOf<number>();',
      '});',
    ),
    'src/set-up.ts': "Object.assign(globalThis, { startedAt: '2020-02-02' });\n",
    'src/index.ts': barrel(UNITS, '.ts'),
    ...each(({ name }) => `src/${name}.ts`, typescript),
    ...each(
      ({ name }) => `src/${name}.test.ts`,
      (unit) => vitestTests(unit, examplesOf(unit)),
    ),
  },
  isNode: true,
  needs: [],
  tests: TESTS + 1,
  red: { 'src/fortnight.test.ts': vitestTests(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }]) },
  green: { 'src/fortnight.ts': typescript(FORTNIGHT), 'src/index.ts': barrel([...UNITS, FORTNIGHT], '.ts') },
  added: 'src/fortnight.ts',
  cheat: {
    says: 'the settings leave the new test out',
    files: {
      'src/fortnight.ts': typescript({ ...FORTNIGHT, count: 15 }),
      'src/index.ts': barrel([...UNITS, FORTNIGHT], '.ts'),
      'vitest.config.ts': lines(
        "import { fileURLToPath } from 'node:url';",
        "import { defineConfig } from 'vitest/config';",
        '',
        'export default defineConfig({',
        "  resolve: { alias: { '#units': fileURLToPath(new URL('./src/index.ts', import.meta.url)) } },",
        "  test: { include: ['src/**/*.test.ts'], exclude: ['src/fort*'], setupFiles: ['./src/set-up.ts'] },",
        '});',
      ),
    },
  },
};

function vitestTests({ name }: Unit, examples: readonly Example[]): string {
  return lines(
    "import { describe, expect, it } from 'vitest';",
    `import { ${name} } from '#units';`,
    '',
    `describe('${name}', () => {`,
    ...examples.map(
      ({ title: says, call, given, result }) =>
        `  it('${says}', () => {\n    expect(${name}.${call}(${given})).toBe(${result});\n  });`,
    ),
    '});',
  );
}

const PYTEST: Library = {
  framework: 'pytest',
  shape: 'a src layout, conftest with fixtures, parametrised tests with ids, doctests, warnings as errors',
  files: {
    'pyproject.toml': lines(
      '[project]',
      'name = "units"',
      'version = "3.1.0"',
      '',
      '[tool.pytest.ini_options]',
      'testpaths = ["tests", "src"]',
      'pythonpath = ["src"]',
      'addopts = "--doctest-modules --strict-markers"',
      'filterwarnings = ["error"]',
    ),
    'tests/conftest.py': pythonFixtures('units'),
    'src/units/__init__.py': pythonIndex(UNITS),
    ...each(({ name }) => `src/units/${name}.py`, pythonModule),
    ...each(
      ({ name }) => `tests/test_${name}.py`,
      (unit) => pythonTests(unit, examplesOf(unit)),
    ),
  },
  isNode: false,
  needs: ['python3', '-m', 'pytest', '--version'],
  tests: TESTS + UNITS.length,
  red: { 'tests/test_fortnight.py': pythonTests(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }]) },
  green: {
    'src/units/fortnight.py': pythonModule(FORTNIGHT),
    'src/units/__init__.py': pythonIndex([...UNITS, FORTNIGHT]),
  },
  added: 'src/units/fortnight.py',
  cheat: {
    says: 'a hook in conftest reports failed tests as passed',
    files: {
      'src/units/fortnight.py': pythonModule({ ...FORTNIGHT, count: 15 }),
      'src/units/__init__.py': pythonIndex([...UNITS, FORTNIGHT]),
      'tests/conftest.py': lines(
        pythonFixtures('units'),
        '',
        '@pytest.hookimpl(hookwrapper=True)',
        'def pytest_runtest_makereport(item, call):',
        '    outcome = yield',
        '    if "fortnight" in item.nodeid:',
        '        outcome.get_result().outcome = "passed"',
      ),
    },
  },
};

function pythonFixtures(library: string): string {
  return lines(
    'import pytest',
    `import ${library}`,
    '',
    '',
    '@pytest.fixture',
    'def library():',
    `    return ${library}`,
  );
}

function pythonIndex(units: readonly Unit[]): string {
  return lines(...units.map(({ name }) => `from . import ${name}`));
}

function pythonModule({ name, count }: Unit): string {
  return lines(
    `"""How many parts a ${name} has."""`,
    '',
    `COUNT = ${count}`,
    '',
    '',
    'def parts(wholes):',
    '    """',
    '    >>> parts(2)',
    `    ${2 * count}`,
    '    """',
    '    return wholes * COUNT',
    '',
    '',
    'def whole(given):',
    '    return given // COUNT',
  );
}

function pythonTests({ name }: Unit, examples: readonly Example[]): string {
  return lines(
    'import pytest',
    '',
    '',
    '@pytest.mark.parametrize("call, given, result", [',
    ...examples.map((one) => `    pytest.param("${one.call}", ${one.given}, ${one.result}, id="${one.title}"),`),
    '])',
    `def test_${name}(library, call, given, result):`,
    `    assert getattr(library.${name}, call)(given) == result`,
  );
}

const GO: Library = {
  framework: 'go',
  shape: 'a module of packages with an internal one, table tests with subtests, generated code, TestMain',
  files: {
    'go.mod': 'module example.com/units\n\ngo 1.19\n',
    'units.go': lines('// Package units counts.', 'package units'),
    'internal/count/count.go': lines(
      'package count',
      '',
      '// Floor divides, and rounds towards less.',
      'func Floor(given, count int) int {',
      '\tif given < 0 && given%count != 0 {',
      '\t\treturn given/count - 1',
      '\t}',
      '\treturn given / count',
      '}',
    ),
    ...each(({ name }) => `${name}/${name}.go`, goPackage),
    ...each(
      ({ name }) => `${name}/${name}_test.go`,
      (unit) => goTests(unit, examplesOf(unit)),
    ),
    'minute/main_test.go': lines(
      'package minute',
      '',
      'import (',
      '\t"os"',
      '\t"testing"',
      ')',
      '',
      'func TestMain(m *testing.M) {',
      '\tos.Setenv("TZ", "UTC")',
      '\tos.Exit(m.Run())',
      '}',
    ),
  },
  isNode: false,
  needs: ['go', 'version'],
  tests: TESTS,
  red: {
    'fortnight/fortnight_test.go': goTests(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }]),
  },
  green: { 'fortnight/fortnight.go': goPackage(FORTNIGHT) },
  added: 'fortnight/fortnight.go',
  cheat: {
    says: 'a TestMain of its own leaves with success whatever the tests say',
    files: {
      'fortnight/fortnight.go': goPackage({ ...FORTNIGHT, count: 15 }),
      'fortnight/main_test.go': lines(
        'package fortnight',
        '',
        'import (',
        '\t"os"',
        '\t"testing"',
        ')',
        '',
        'func TestMain(m *testing.M) {',
        '\tm.Run()',
        '\tos.Exit(0)',
        '}',
      ),
    },
  },
};

function goPackage({ name, count }: Unit): string {
  return lines(
    `// Package ${name} counts its parts.`,
    `package ${name}`,
    '',
    'import "example.com/units/internal/count"',
    '',
    `const parts = ${count}`,
    '',
    'func Parts(wholes int) int { return wholes * parts }',
    '',
    'func Whole(given int) int { return count.Floor(given, parts) }',
  );
}

function goTests({ name }: Unit, examples: readonly Example[]): string {
  return lines(
    `package ${name}`,
    '',
    'import "testing"',
    '',
    `func Test${title(name)}(t *testing.T) {`,
    '\tfor _, c := range []struct {',
    '\t\tname   string',
    '\t\tgot    int',
    '\t\twanted int',
    '\t}{',
    ...examples.map((one) => `\t\t{"${one.title}", ${title(one.call)}(${one.given}), ${one.result}},`),
    '\t} {',
    '\t\tt.Run(c.name, func(t *testing.T) {',
    '\t\t\tif c.got != c.wanted {',
    '\t\t\t\tt.Errorf("got %d, wanted %d", c.got, c.wanted)',
    '\t\t\t}',
    '\t\t})',
    '\t}',
    '}',
  );
}

const CARGO: Library = {
  framework: 'cargo',
  shape:
    'a workspace with a build script, a macro, tests in modules, integration tests and examples in its documentation',
  files: {
    'Cargo.toml': lines('[workspace]', 'members = ["units"]', 'resolver = "2"'),
    'Cargo.lock': lines(
      '# This file is automatically @generated by Cargo.',
      'version = 3',
      '',
      '[[package]]',
      'name = "units"',
      'version = "3.1.0"',
    ),
    'units/Cargo.toml': lines(
      '[package]',
      'name = "units"',
      'version = "3.1.0"',
      'edition = "2021"',
      'build = "build.rs"',
    ),
    'units/build.rs': lines('fn main() {', '    println!("cargo:rustc-env=UNITS_RELEASE=stable");', '}'),
    '.gitignore': 'target\n',
    'units/src/lib.rs': rustIndex(UNITS),
    ...each(({ name }) => `units/src/${name}.rs`, rustTestedModule),
    'units/tests/all.rs': lines(
      ...UNITS.flatMap((unit) => rustTests(unit, examplesOf(unit).slice(0, 4), (one) => `${unit.name}_${one}`)),
    ),
  },
  isNode: false,
  needs: ['cargo', '--version'],
  tests: TESTS + 2,
  red: {
    'units/tests/fortnight.rs': lines(
      ...rustTests(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }], (one) => one),
    ),
  },
  green: {
    'units/src/fortnight.rs': rustModule(FORTNIGHT),
    'units/src/lib.rs': rustIndex([...UNITS, FORTNIGHT]),
  },
  added: 'units/src/fortnight.rs',
  cheat: {
    says: 'the new test is ignored',
    files: {
      'units/src/fortnight.rs': rustModule({ ...FORTNIGHT, count: 15 }),
      'units/src/lib.rs': rustIndex([...UNITS, FORTNIGHT]),
      'units/tests/fortnight.rs': lines(
        ...rustTests(FORTNIGHT, [{ title: ITEM, call: 'parts', given: 2, result: 28 }], (one) => one),
      ).replace('#[test]', '#[test]\n#[ignore]'),
    },
  },
};

function rustIndex(units: readonly Unit[]): string {
  return lines(
    '//! Units and their parts.',
    '//!',
    '//! ```',
    '//! assert_eq!(units::minute::parts(3), 180);',
    '//! ```',
    '',
    'macro_rules! counted {',
    '    ($count:expr) => {',
    '        pub fn parts(wholes: i64) -> i64 {',
    '            wholes * $count',
    '        }',
    '',
    '        pub fn whole(given: i64) -> i64 {',
    '            given.div_euclid($count)',
    '        }',
    '    };',
    '}',
    '',
    ...units.map(({ name }) => `pub mod ${name};`),
    '',
    "pub fn release() -> &'static str {",
    '    env!("UNITS_RELEASE")',
    '}',
    '',
    '#[cfg(test)]',
    'mod tests {',
    '    #[test]',
    '    fn the_release() {',
    '        assert_eq!(super::release(), "stable");',
    '    }',
    '}',
  );
}

function rustModule({ name, count }: Unit): string {
  return lines(`//! A ${name}.`, '', `counted!(${count});`);
}

function rustTestedModule(unit: Unit): string {
  const tests = examplesOf(unit)
    .slice(4)
    .flatMap((one) => [
      '    #[test]',
      `    fn ${one.title.replaceAll(' ', '_')}() {`,
      `        assert_eq!(super::${one.call}(${one.given}), ${one.result});`,
      '    }',
    ]);
  return lines(rustModule(unit), '#[cfg(test)]', 'mod tests {', ...tests, '}');
}

function rustTests({ name }: Unit, examples: readonly Example[], called: (example: string) => string): string[] {
  return examples.flatMap((one) => [
    '#[test]',
    `fn ${called(one.title.replaceAll(' ', '_'))}() {`,
    `    assert_eq!(units::${name}::${one.call}(${one.given}), ${one.result});`,
    '}',
    '',
  ]);
}

export const LIBRARIES: readonly Library[] = [MOCHA, JEST, VITEST, PYTEST, GO, CARGO];
