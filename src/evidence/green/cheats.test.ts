// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code and build files with placeholders in them
import { describe, expect, it } from 'vitest';
import { loadFramework } from '../../frameworks/registry.ts';
import {
  failed,
  passed,
  SAMPLE_STORIES,
  type SampleFramework,
  sampleChange,
  sampleGates,
  sampleGreen,
  sampleReport,
} from '../../testing/evidence-samples.ts';
import type { FileChange } from '../diff.ts';

/**
 * Ways to get green, or refactor, accepted without doing its work, told by what a diff and a report can show: each has to be refused in
 * the framework where it would work.
 */
const gate = await sampleGates(loadFramework);
const added = (path: string, text = '') => sampleChange(path, undefined, text);
const json = (value: unknown) => JSON.stringify(value, null, 2);

const PACKAGE = {
  name: 'stack',
  scripts: { test: 'vitest run', unit: 'vitest run src', build: 'tsc' },
  dependencies: { lodash: '^4' },
  devDependencies: { vitest: '^3' },
};
const manifest = (more: object, before: object = PACKAGE) =>
  sampleChange('package.json', json(before), json({ ...before, ...more }));
const lock = (packages: object) => json({ lockfileVersion: 3, packages });
const LOCKED = {
  'node_modules/vitest': {
    version: '3.0.0',
    resolved: 'https://r/vitest.tgz',
    integrity: 'a',
    bin: { vitest: 'v.mjs' },
    dependencies: { tiny: '1' },
  },
  'node_modules/tiny': { version: '1.0.0', integrity: 'b' },
  'node_modules/lodash': { version: '4.0.0', resolved: 'https://r/lodash.tgz', integrity: 'c' },
};
const locked = (more: object) => sampleChange('package-lock.json', lock(LOCKED), lock({ ...LOCKED, ...more }));
const toml = (path: string, before: string, after: string) => sampleChange(path, before, `${before}\n${after}`);
const CARGO = '[package]\nname = "stack"\n[dev-dependencies]\nproptest = "1"';
const POM =
  '<project><properties><skipped>none</skipped></properties><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration><excludes>${skipped}</excludes></configuration></plugin></plugins></build></project>';

describe('green or refactor steers the tests by', () => {
  it.each<[string, SampleFramework, readonly FileChange[], string]>([
    // configuration
    [
      'an exclusion',
      'vitest',
      [sampleChange('vitest.config.ts', '{}', '{ exclude: ["test/**"] }')],
      'test_config_changed',
    ],
    [
      'the configuration of the bundler',
      'vitest',
      [sampleChange('vite.config.ts', '{}', '{ test: { retry: 3 } }')],
      'test_config_changed',
    ],
    ['a configuration for one package', 'vitest', [added('packages/a/vitest.config.mts')], 'test_config_changed'],
    ['a set-up file', 'vitest', [sampleChange('vitest.setup.ts', 'a', 'b')], 'test_config_changed'],
    [
      'passWithNoTests',
      'jest',
      [sampleChange('jest.config.js', '{}', '{ passWithNoTests: true }')],
      'test_config_changed',
    ],
    ['a transform', 'jest', [added('.babelrc.json')], 'test_config_changed'],
    [
      'hooks of mocha',
      'mocha',
      [added('.mocharc.cjs', 'module.exports = { require: "./soft.js" }')],
      'test_config_changed',
    ],
    [
      'options of the coverage tool, which loads files',
      'mocha',
      [added('.nycrc.json', '{"require":["./soft.js"]}')],
      'test_config_changed',
    ],
    ['options of node', 'node-test', [added('node.config.json')], 'test_config_changed'],
    [
      'a conftest',
      'pytest',
      [added('conftest.py', 'def pytest_runtest_makereport(): pass')],
      'tests_changed_after_red',
    ],
    ['a conftest among the sources', 'pytest', [added('src/conftest.py')], 'tests_changed_after_red'],
    ['options of pytest', 'pytest', [added('pytest.ini')], 'test_config_changed'],
    [
      'options of pytest in its manifest',
      'pytest',
      [toml('pyproject.toml', '[project]\nname = "a"', '[tool.pytest.ini_options]\naddopts = "-k pushes"')],
      'test_config_changed',
    ],
    [
      'options of pytest in setup.cfg',
      'pytest',
      [added('setup.cfg', '[tool:pytest]\naddopts = --ignore=tests/test_stack.py')],
      'test_config_changed',
    ],
    [
      'options of pytest in tox.ini',
      'pytest',
      [added('tox.ini', '[pytest]\npython_files = check_*.py')],
      'test_config_changed',
    ],
    [
      'a plugin of pytest',
      'pytest',
      [toml('pyproject.toml', '[project]\nname = "a"', '[project.entry-points.pytest11]\nsoft = "soft"')],
      'test_config_changed',
    ],
    [
      'a plugin of pytest by setup.py',
      'pytest',
      [
        sampleChange(
          'setup.py',
          'from setuptools import setup\nsetup(name="a")',
          'from setuptools import setup\nsetup(name="a", entry_points={"pytest11": ["soft = soft"]})',
        ),
      ],
      'test_config_changed',
    ],
    [
      'a plugin of pytest in a folder',
      'pytest',
      [added('soft.egg-info/entry_points.txt', '[pytest11]\nsoft = soft')],
      'test_config_changed',
    ],
    [
      'a program of that name',
      'pytest',
      [toml('pyproject.toml', '[project]\nname = "a"', '[project.scripts]\npytest = "soft:main"')],
      'test_config_changed',
    ],
    [
      'options of the test runner of Rust',
      'cargo',
      [added('.config/nextest.toml', '[profile.default]\nretries = 3')],
      'test_config_changed',
    ],
    [
      'options of cargo',
      'cargo',
      [added('.cargo/config.toml', '[build]\nrustflags = ["--cfg", "soft"]')],
      'test_config_changed',
    ],
    [
      'a script that runs before all is compiled',
      'cargo',
      [added('build.rs', 'fn main() { std::fs::write("tests/a.rs", "").unwrap(); }')],
      'test_config_changed',
    ],
    ['tests left out', 'cargo', [toml('Cargo.toml', CARGO, '[lib]\ntest = false')], 'test_config_changed'],
    [
      'a harness of its own',
      'cargo',
      [toml('Cargo.toml', CARGO, '[[test]]\nname = "a"\nharness = false')],
      'test_config_changed',
    ],
    [
      'a package in place of a test package',
      'cargo',
      [toml('Cargo.toml', CARGO, '[patch.crates-io]\nproptest = { path = "soft" }')],
      'test_config_changed',
    ],
    ['a workspace of Go', 'go', [added('go.work')], 'test_config_changed'],
    [
      'a replaced module',
      'go',
      [sampleChange('go.mod', 'module a\n', 'module a\nreplace github.com/stretchr/testify => ./soft\n')],
      'test_config_changed',
    ],
    [
      'a vendored test package',
      'go',
      [added('vendor/github.com/stretchr/testify/assert/assert.go', 'package assert')],
      'test_config_changed',
    ],
    ['packages from the tree', 'go', [added('vendor/modules.txt', '# a v1\n')], 'test_config_changed'],
    [
      'tests left out by a property',
      'maven',
      [sampleChange('pom.xml', POM, POM.replace('>none<', '>**/StackTest.java<'))],
      'test_config_changed',
    ],
    [
      'tests left out by the build',
      'maven',
      [sampleChange('pom.xml', POM, POM.replace('${skipped}', '**'))],
      'test_config_changed',
    ],
    ['options of Maven', 'maven', [added('.mvn/maven.config', '-DskipTests')], 'test_config_changed'],
    ['extensions of JUnit', 'maven', [added('src/main/resources/junit-platform.properties')], 'test_config_changed'],
    [
      'a listener of JUnit',
      'maven',
      [added('src/main/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener')],
      'test_config_changed',
    ],
    // scripts, packages and locks
    ['the test script', 'vitest', [manifest({ scripts: { ...PACKAGE.scripts, test: 'true' } })], 'test_config_changed'],
    [
      'another script that runs tests',
      'vitest',
      [manifest({ scripts: { ...PACKAGE.scripts, unit: 'vitest run --exclude test' } })],
      'test_config_changed',
    ],
    [
      'a script before the tests',
      'vitest',
      [manifest({ scripts: { ...PACKAGE.scripts, pretest: 'rm test/stack.test.ts' } })],
      'test_config_changed',
    ],
    [
      'a script after the tests',
      'vitest',
      [manifest({ scripts: { ...PACKAGE.scripts, posttest: 'true' } })],
      'test_config_changed',
    ],
    [
      'a script at installation',
      'vitest',
      [manifest({ scripts: { ...PACKAGE.scripts, postinstall: 'node soft.js' } })],
      'test_config_changed',
    ],
    [
      'the block of the framework',
      'jest',
      [manifest({ jest: { testPathIgnorePatterns: ['stack'] } })],
      'test_config_changed',
    ],
    ['overrides', 'vitest', [manifest({ overrides: { chai: 'file:./soft' } })], 'test_config_changed'],
    ['resolutions', 'jest', [manifest({ resolutions: { expect: 'file:./soft' } })], 'test_config_changed'],
    [
      'another framework of that name',
      'vitest',
      [manifest({ devDependencies: { vitest: 'file:./soft' } })],
      'test_config_changed',
    ],
    [
      'a package that tests use, from a folder',
      'vitest',
      [manifest({ dependencies: { lodash: 'file:./soft' } })],
      'test_config_changed',
    ],
    [
      'a name that means something else',
      'vitest',
      [
        sampleChange(
          'package.json',
          json({ imports: { '#src/*': './src/*' } }),
          json({ imports: { '#src/*': './soft/*' } }),
        ),
      ],
      'test_config_changed',
    ],
    [
      'a package in the workspace with the name of the framework',
      'vitest',
      [added('packages/soft/package.json', '{"name":"vitest"}')],
      'test_config_changed',
    ],
    [
      'a program in the workspace with the name of the framework',
      'vitest',
      [added('packages/soft/package.json', '{"name":"soft","bin":{"vitest":"x.js"}}')],
      'test_config_changed',
    ],
    [
      'a manifest copied above the tests',
      'jest',
      [
        sampleChange('src/__tests__/package.json', '{"type":"commonjs"}', '{"type":"commonjs"}', {
          kind: 'copied',
          from: 'examples/package.json',
        }),
      ],
      'test_config_changed',
    ],
    [
      'a locked framework',
      'vitest',
      [locked({ 'node_modules/vitest': { ...LOCKED['node_modules/vitest'], integrity: 'z' } })],
      'test_config_changed',
    ],
    [
      'what the framework needs',
      'vitest',
      [locked({ 'node_modules/tiny': { version: '1.0.0', integrity: 'z' } })],
      'test_config_changed',
    ],
    [
      'the program of the framework',
      'vitest',
      [locked({ 'node_modules/vitest': { ...LOCKED['node_modules/vitest'], bin: { vitest: 'soft.mjs' } } })],
      'test_config_changed',
    ],
    [
      'a link in place of a package',
      'vitest',
      [locked({ 'node_modules/lodash': { link: true, resolved: 'soft' } })],
      'test_config_changed',
    ],
    ['where packages come from', 'vitest', [added('.npmrc', 'registry=https://evil')], 'test_config_changed'],
    ['a patch for a package', 'vitest', [added('patches/vitest@3.0.0.patch')], 'test_config_changed'],
    ['a hook of pnpm', 'vitest', [added('.pnpmfile.cjs')], 'test_config_changed'],
    [
      'pinned test packages',
      'pytest',
      [sampleChange('requirements-dev.txt', 'pytest==8', 'pytest @ file:./soft')],
      'test_config_changed',
    ],
    [
      'an address to install from',
      'pytest',
      [sampleChange('requirements.txt', 'a', 'a\nhttps://evil/pytest-9.whl')],
      'test_config_changed',
    ],
    [
      'another index',
      'pytest',
      [toml('pyproject.toml', '[project]\nname = "a"', '[[tool.uv.index]]\nurl = "https://evil"')],
      'test_config_changed',
    ],
    // names that would be found first
    [
      'aliases of the compiler',
      'vitest',
      [sampleChange('tsconfig.json', '{}', '{ "compilerOptions": { "paths": { "vitest": ["./soft.ts"] } } } // x')],
      'test_config_changed',
    ],
    [
      'an alias for everything',
      'mocha',
      [sampleChange('tsconfig.json', '{}', '{"compilerOptions":{"paths":{"*":["./soft/*"]}}}')],
      'test_config_changed',
    ],
    [
      'an alias that was there',
      'vitest',
      [
        sampleChange(
          'tsconfig.json',
          '{"compilerOptions":{"paths":{"@/*":["src/*"]}}}',
          '{"compilerOptions":{"paths":{"@/*":["soft/*"]}}}',
        ),
      ],
      'test_config_changed',
    ],
    ['a module at the top', 'mocha', [added('chai.js', 'export const expect = () => ({})')], 'test_config_changed'],
    ['a module in place of pytest', 'pytest', [added('pytest.py')], 'test_config_changed'],
    ['a package in place of unittest', 'pytest', [added('src/unittest/__init__.py')], 'test_config_changed'],
    ['what Python loads by itself', 'pytest', [added('usercustomize.py')], 'test_config_changed'],
    ['paths that Python reads', 'pytest', [added('soft.pth')], 'test_config_changed'],
    [
      'assertions of JUnit',
      'maven',
      [added('src/main/java/org/junit/jupiter/api/Assertions.java')],
      'test_config_changed',
    ],
    ['installed packages', 'jest', [added('node_modules/expect/index.js')], 'out_of_scope'],
    [
      'variables that node obeys',
      'node-test',
      [added('.env', 'NODE_OPTIONS=--import ./soft.mjs')],
      'test_config_changed',
    ],
    [
      'variables that pytest obeys',
      'pytest',
      [sampleChange('.env', 'A=1', 'A=1\nPYTEST_ADDOPTS=-k pushes')],
      'test_config_changed',
    ],
    // what tests use
    ['a mock', 'vitest', [added('src/__mocks__/stack.ts')], 'tests_changed_after_red'],
    ['a mock of Jest', 'jest', [added('__mocks__/lodash.js')], 'tests_changed_after_red'],
    ['a snapshot', 'jest', [added('src/__tests__/__snapshots__/stack.test.js.snap')], 'tests_changed_after_red'],
    ['a fixture', 'go', [sampleChange('testdata/a.json', '[1]', '[]')], 'tests_changed_after_red'],
    [
      'a helper of Go',
      'go',
      [sampleChange('internal/testutil/assert.go', 'package testutil', 'package testutil\n\nvar soft = true')],
      'tests_changed_after_red',
    ],
    [
      'a helper among the sources',
      'vitest',
      [
        sampleChange(
          'src/check.ts',
          "import { expect } from 'vitest';\nexport const check = (a) => expect(a).toBe(1);",
          "import { expect } from 'vitest';\nexport const check = (a) => {};",
        ),
      ],
      'tests_changed_after_red',
    ],
    [
      'a helper of Rust',
      'cargo',
      [sampleChange('tests/common/mod.rs', 'pub fn check() { panic!() }', 'pub fn check() {}')],
      'tests_changed_after_red',
    ],
    ['test resources', 'maven', [sampleChange('src/test/resources/a.json', '[1]', '[]')], 'tests_changed_after_red'],
    // git
    ['an attribute of git', 'vitest', [added('.gitattributes', '*.test.ts export-ignore')], 'protected_file'],
    [
      'a submodule',
      'vitest',
      [sampleChange('test', undefined, undefined, { kind: 'added', modeAfter: '160000' })],
      'unsafe_path',
    ],
    [
      'a link to the tests',
      'vitest',
      [sampleChange('src/link', undefined, '../test-list.md', { modeAfter: '120000' })],
      'out_of_scope',
    ],
    ['a file that hides tests', 'vitest', [added('.gitignore', 'test/\n')], 'out_of_scope'],
    ['a name with a line break', 'vitest', [added('src/a\nb.ts')], 'unsafe_path'],
    ['a name in other letters', 'vitest', [added('Test/stack.test.ts')], 'unsafe_path'],
  ])('%s (%s)', (_, framework, changes, code) => {
    const tree = [SAMPLE_STORIES[framework].file, SAMPLE_STORIES[framework].source, 'src/__tests__/stack.test.js'];
    expect(gate('green', framework, [sampleGreen(framework), ...changes], { tree })).toContain(code);
    if (code !== 'out_of_scope') {
      expect(gate('refactor', framework, [sampleGreen(framework), ...changes], { tree }).length).toBeGreaterThan(0);
    }
  });
});

describe('tests that lie where no glob says so are frozen too:', () => {
  const text = "import { test, expect } from 'vitest';\ntest('is empty', () => { expect(size()).toBe(0) });\n";
  const seen = (file: string) => ({
    before: sampleReport([passed(file, 'is empty'), failed(SAMPLE_STORIES.vitest.file, 'pushes')]),
    after: sampleReport([passed(file, 'is empty'), passed(SAMPLE_STORIES.vitest.file, 'pushes')]),
  });

  it.each<[string, SampleFramework, FileChange]>([
    [
      'a file that the report showed',
      'vitest',
      sampleChange('checks/stack.ts', text, text.replace('toBe(0)', 'toBeDefined()')),
    ],
    [
      'a file in another folder',
      'pytest',
      sampleChange('checks/stack.py', 'def test_a():\n    assert f() == 1\n', 'def test_a():\n    pass\n'),
    ],
    [
      'tests inside a source',
      'vitest',
      sampleChange(
        'src/a.ts',
        'export const a = 1;\nif (import.meta.vitest) {\n  test("a", () => { expect(a).toBe(1) });\n}\n',
        'export const a = 1;\nif (import.meta.vitest) {\n  test("a", () => {});\n}\n',
      ),
    ],
    [
      'tests in a module of their own',
      'cargo',
      sampleChange(
        'src/stack/tests.rs',
        'use super::*;\n#[test]\nfn a() { assert!(b()); }\n',
        'use super::*;\n#[test]\nfn a() {}\n',
      ),
    ],
    [
      'helpers of tests in a module of another name',
      'cargo',
      sampleChange(
        'src/checks.rs',
        'use super::*;\nfn check(a: u8) { assert_eq!(a, 1); }\n#[test]\nfn a() { check(b()); }\n',
        'use super::*;\nfn check(a: u8) {}\n#[test]\nfn a() { check(b()); }\n',
      ),
    ],
    [
      'a test outside any module',
      'cargo',
      sampleChange(
        'src/a.rs',
        'pub fn a() -> u8 { 1 }\n#[test]\nfn b() { assert_eq!(a(), 1); }\n',
        'pub fn a() -> u8 { 1 }\n#[test]\nfn b() {}\n',
      ),
    ],
    [
      'tests for one system only',
      'cargo',
      sampleChange(
        'src/a.rs',
        '#[cfg(all(test, unix))]\nmod tests { #[test] fn b() { assert!(a()); } }\n',
        '#[cfg(all(test, unix))]\nmod tests { #[test] fn b() {} }\n',
      ),
    ],
    [
      'an example in the documentation',
      'cargo',
      sampleChange(
        'src/a.rs',
        '/// ```\n/// assert_eq!(a(), 1);\n/// ```\npub fn a() -> u8 { 1 }\n',
        '/// ```\n/// a();\n/// ```\npub fn a() -> u8 { 2 }\n',
      ),
    ],
    [
      'an example in a docstring',
      'pytest',
      sampleChange(
        'src/a.py',
        'def a():\n    """Adds.\n\n    >>> a()\n    1\n    """\n    return 1\n',
        'def a():\n    """Adds.\n\n    >>> a() and 0\n    0\n    """\n    return 2\n',
      ),
    ],
  ])('%s (%s)', (_, framework, change) => {
    expect(gate('green', framework, [change], seen(change.path))).toContain('tests_changed_after_red');
  });

  it('a source with tests that is too large to be read', () => {
    const change = sampleChange('src/a.rs', undefined, undefined, {
      kind: 'modified',
      modeBefore: '100644',
      modeAfter: '100644',
    });
    expect(gate('green', 'cargo', [change])).toEqual(['tests_changed_after_red']);
  });
});
