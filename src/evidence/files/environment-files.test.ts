import { expect, it } from 'vitest';
import { isEnvironmentFile, isSupportByName } from './environment-files.ts';

it.each([
  'vitest.config.ts',
  'packages/a/Jest.Config.JS',
  '.mocharc',
  '.mocharc.yml',
  '.nycrc.json',
  'pytest.ini',
  'sitecustomize.py',
  'x.pth',
  'soft.egg-info/entry_points.txt',
  '.cargo/config.toml',
  'build.rs',
  'crates/a/build.rs',
  'go.work',
  '.npmrc',
  'patches/vitest.patch',
  'uv.toml',
  'chai.ts',
  'chai/lib/index.js',
  'pytest.py',
  'src/pytest_mock.py',
  'src/main/java/org/junit/Assert.java',
  'vendor/github.com/stretchr/testify/assert/a.go',
  'src/main/resources/META-INF/services/org.junit.platform.engine.TestEngine',
])('%s reaches into every test', (path) => {
  expect(isEnvironmentFile(path)).toBe(true);
});

it.each([
  'src/build.rs',
  'src/frameworks/jest/jest.ts',
  'src/expect.ts',
  'vitest.ts.md',
  'src/queue.py',
  'pytest_foo.py',
  'vendor/github.com/x/y/a.go',
  'config.toml',
  'docs/vitest.md',
])('%s does not', (path) => {
  expect(isEnvironmentFile(path)).toBe(false);
});

it.each([
  ['internal/testutil/a.go', true],
  ['src/test-utils/a.ts', true],
  ['src/test_helpers.py', true],
  ['src/TestUtils.java', true],
  ['src/testing/a.ts', false],
  ['src/latest/a.ts', false],
])('%s is there for tests by its name: %s', (path, expected) => {
  expect(isSupportByName(path)).toBe(expected);
});
