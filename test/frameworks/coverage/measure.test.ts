import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureCoverage, type OwnCoverage } from '../../../src/frameworks/coverage.ts';
import { temporaryDirectory } from '../../repository.ts';
import { requestFor } from '../request.ts';
import { writtenProject } from '../written-project.ts';

const CODE = `export function sign(number) {
  if (number < 0) {
    return -1;
  }
  return 1;
}

export function unused() {
  return 0;
}
`;

const measure = (framework: string, directory: string, own?: OwnCoverage) =>
  measureCoverage(framework, requestFor(directory), own);

/** The lines of a file that were run, of those that count. */
async function linesOf(path: string, measured: ReturnType<typeof measure>) {
  const coverage = await measured;
  if ('unknown' in coverage) throw new Error(coverage.unknown);
  return coverage.value.find((file) => file.path === path)?.lines;
}

describe('coverage is measured with', { timeout: 120_000 }, () => {
  it('node:test', async () => {
    const test = `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { sign } from '../src/sign.js';\ntest('is positive', () => assert.equal(sign(3), 1));\n`;
    const directory = writtenProject({ 'src/sign.js': CODE, 'test/sign.test.js': test });
    expect(await linesOf('src/sign.js', measure('node-test', directory))).toEqual({ total: 10, covered: 6 });
  });

  it('Jest', async () => {
    const common = CODE.replaceAll('export function', 'exports.x = function').replace(
      'x = function sign',
      'sign = function',
    );
    const test = `const { sign } = require('../src/sign.js');\ntest('is positive', () => expect(sign(3)).toBe(1));\n`;
    const files = { 'package.json': '{"name":"tiny","scripts":{"test":"jest --coverage=false"}}' };
    const directory = writtenProject({ ...files, 'src/sign.js': common, 'test/sign.test.js': test });
    expect(await linesOf('src/sign.js', measure('jest', directory))).toEqual({ total: 6, covered: 4 });
  });

  it('Vitest', async () => {
    const test = `import { expect, test } from 'vitest';\nimport { sign } from '../src/sign.js';\ntest('is positive', () => expect(sign(3)).toBe(1));\n`;
    const directory = writtenProject({ 'src/sign.js': CODE, 'test/sign.test.js': test });
    expect(await linesOf('src/sign.js', measure('vitest', directory))).toEqual({ total: 4, covered: 2 });
  });

  it('Go', async () => {
    const code = 'package tiny\n\nfunc Sign(n int) int {\n\tif n < 0 {\n\t\treturn -1\n\t}\n\treturn 1\n}\n';
    const test =
      'package tiny\n\nimport "testing"\n\nfunc TestSign(t *testing.T) {\n\tif Sign(3) != 1 {\n\t\tt.Fatal()\n\t}\n}\n';
    const directory = writtenProject({
      'go.mod': 'module example.com/tiny\n\ngo 1.18\n',
      'a/sign.go': code,
      'a/sign_test.go': test,
    });
    expect(await linesOf('a/sign.go', measure('go', directory))).toEqual({ total: 3, covered: 2 });
  });

  it("the project's own command, whatever it writes", async () => {
    const lcov = 'SF:src/a.js\\nDA:1,1\\nDA:2,0\\nend_of_record\\n';
    const own = { command: `mkdir -p out && printf '${lcov}' > out/lcov.info`, report: 'out/lcov.info' };
    expect(await linesOf('src/a.js', measure('exit-code', writtenProject({}), own))).toEqual({ total: 2, covered: 1 });
  });
});

describe('coverage is not known', { timeout: 120_000 }, () => {
  const unknown = async (measured: ReturnType<typeof measure>) => {
    const coverage = await measured;
    return 'unknown' in coverage ? coverage.unknown : undefined;
  };

  it('where nothing measures it, which is told with what to set or to install', async () => {
    expect(await unknown(measure('cargo', writtenProject({})))).toContain('set `tests.coverage` in baton.yaml');
    const mocha = writtenProject({ 'test/a.test.js': "it('a', () => {});\n" });
    expect(await unknown(measure('mocha', mocha))).toContain('npm install --save-dev c8');
  });

  it('where the command leaves a report of before, none, or nonsense', async () => {
    const report = 'lcov.info';
    const stale = writtenProject({ [report]: 'SF:src/a.js\nDA:1,1\nend_of_record\n' });
    expect(await unknown(measure('exit-code', stale, { command: 'exit 3', report }))).toContain('exit code 3');
    expect(await unknown(measure('exit-code', stale, { command: 'echo hello > lcov.info', report }))).toContain(
      'neither lcov',
    );
    expect(
      await unknown(measure('exit-code', stale, { command: ['ln', '-s', '/etc/passwd', report], report })),
    ).toContain('no report');
  });

  it('where the report lies outside the package, by name or behind a link', async () => {
    const outside = temporaryDirectory();
    const directory = writtenProject({});
    symlinkSync(outside, join(directory, 'linked'));
    mkdirSync(join(outside, 'kept'));
    writeFileSync(join(outside, 'kept/lcov.info'), 'SF:src/a.js\nDA:1,1\nend_of_record\n');
    for (const report of ['../lcov.info', 'linked/kept/lcov.info']) {
      expect(await unknown(measure('exit-code', directory, { command: 'true', report }))).toContain('leads out');
    }
  });
});
