import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isBatonError } from '../../src/base/error.ts';
import type { TestReport } from '../../src/evidence/report.ts';
import { loadFramework } from '../../src/frameworks/registry.ts';
import { writtenProject } from '../frameworks/written-project.ts';
import { IS_FULL } from '../full.ts';
import { type Damage, damage, damaged } from './damage.ts';
import { type RecordedRun, recordRun, TRACES } from './replayed-run.ts';

const RUNS = IS_FULL ? 300 : 25;
const LONG_MS = 300_000;

type Format = keyof typeof TRACES;
type Files = Readonly<Record<string, string>>;

/** Three tests in two groups for each format; the last of them is given. */
const JS = (imports: string, check: (actual: string) => string, last: string): string =>
  `${imports}\ndescribe('sums', () => {\n  it('adds', () => ${check('1 + 1')});\n  it('adds more', () => ${check('1 + 1')});\n});\ndescribe('last', () => {\n  it('holds', () => ${check(last)});\n});\n`;

const NODE = "import assert from 'node:assert';\nimport { describe, it } from 'node:test';";
const nodeTests = (last: string): Files => ({
  'a.test.mjs': JS(NODE, (actual) => `assert.equal(${actual}, 2)`, last),
});

const PROJECTS: Readonly<Record<Format, { files(last: string): Files; readonly command?: readonly string[] }>> = {
  vitest: {
    files: (last) => ({
      'a.test.js': JS("import { describe, expect, it } from 'vitest';", (actual) => `expect(${actual}).toBe(2)`, last),
    }),
  },
  'node-test': { files: nodeTests },
  pytest: {
    files: (last) => ({
      'test_a.py': `def test_adds():\n    assert 1 + 1 == 2\n\ndef test_more():\n    assert 2 == 2\n\ndef test_last():\n    assert ${last} == 2\n`,
    }),
  },
  go: {
    files: (last) => ({
      'go.mod': 'module example.com/tiny\n\ngo 1.18\n',
      'a_test.go': `package tiny\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {}\n\nfunc TestMore(t *testing.T) {}\n\nfunc TestLast(t *testing.T) {\n\tif ${last} != 2 {\n\t\tt.Error("no")\n\t}\n}\n`,
    }),
  },
  tap: { files: nodeTests, command: ['node', '--test', '--test-reporter=tap'] },
  junit: {
    files: nodeTests,
    command: ['node', '--test', '--test-reporter=junit', '--test-reporter-destination', '{report}'],
  },
};

const PROGRAMS: Readonly<Partial<Record<Format, readonly [string, ...string[]]>>> = {
  pytest: ['python3', '-m', 'pytest', '--version'],
  go: ['go', 'version'],
};

const place = mkdtempSync(join(tmpdir(), 'baton-test-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const recorded = new Map<string, Promise<RecordedRun>>();

/** A run of a framework, made once for all that read its report. */
function record(format: Format, last: string): Promise<RecordedRun> {
  const key = `${format} ${last}`;
  const run = recorded.get(key) ?? recordAnew(format, last);
  recorded.set(key, run);
  return run;
}

async function recordAnew(format: Format, last: string): Promise<RecordedRun> {
  const { files, command } = PROJECTS[format];
  return recordRun(
    await loadFramework(format),
    writtenProject(files(last), { place, name: `${format}-${recorded.size}` }),
    TRACES[format],
    command,
  );
}

function isPass({ incomplete, canary, runErrors, uncollected, tests }: TestReport): boolean {
  const clean = incomplete === null && canary !== 'missing' && runErrors.length === 0 && uncollected.length === 0;
  return clean && tests.length > 0 && tests.every(({ outcome }) => outcome === 'passed');
}

const readDamaged = (run: RecordedRun, all: readonly Damage[]) => read(run, (bytes) => damaged(bytes, all));

/** What a reader makes of a changed report; a refusal with a code proves as little as an incomplete report. */
async function read(run: RecordedRun, change: (bytes: Buffer) => Buffer | number): Promise<TestReport | undefined> {
  try {
    return await run.replay(change);
  } catch (error) {
    if (isBatonError(error) && error.code !== 'internal') return undefined;
    throw error;
  }
}

const MANY = 200_000;

/** Reports that nobody's framework writes. A number is so many bytes of nothing. */
const HOSTILE: Readonly<Record<string, (bytes: Buffer) => Buffer | number>> = {
  empty: () => Buffer.alloc(0),
  '200 MB of NUL bytes': () => 200 * 1024 * 1024,
  'one long line': () => Buffer.alloc(20 * 1024 * 1024, 'a'),
  'nothing but line breaks': () => Buffer.alloc(20 * 1024 * 1024, '\n'),
  'in UTF-16': (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le'),
  'no text': (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff)),
  'nested without end': () => Buffer.from(`${'['.repeat(MANY)}\n`),
  'nested elements without end': () => Buffer.from('<testsuite>'.repeat(MANY)),
  'a billion laughs': () => Buffer.from(LAUGHS),
};

const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE testsuites [
<!ENTITY a0 "ha">
${Array.from({ length: 10 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('\n')}
]>
<testsuites><testsuite name="x" tests="1"><testcase name="&a10;"/></testsuite></testsuites>
`;

describe.each(Object.keys(PROJECTS) as Format[])('a report of %s', (format) => {
  const [program, ...args] = PROGRAMS[format] ?? ['true'];
  const missing = spawnSync(program, args, { stdio: 'ignore' }).status !== 0;

  it('reads the same when it is read again', { timeout: LONG_MS }, async (context) => {
    if (missing) context.skip(`needs ${program}`);
    for (const [last, passes] of [
      ['1 + 1', true],
      ['1 + 2', false],
    ] as const) {
      const run = await record(format, last);
      const again = await run.replay((bytes) => bytes);
      expect([isPass(again), isPass(run.report)]).toEqual([passes, passes]);
      expect(again.tests.map(({ id, outcome }) => [id, outcome])).toEqual(
        run.report.tests.map(({ id, outcome }) => [id, outcome]),
      );
    }
  });

  it('with a failing test never passes, whatever was done to it', { timeout: LONG_MS }, async (context) => {
    if (missing) context.skip(`needs ${program}`);
    const run = await record(format, '1 + 2');
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (all) => {
        const report = await readDamaged(run, all);
        expect(report === undefined || !isPass(report)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('passes after damage only if no test was lost or turned', { timeout: LONG_MS }, async (context) => {
    if (missing) context.skip(`needs ${program}`);
    const run = await record(format, '1 + 1');
    await fc.assert(
      fc.asyncProperty(damage, async (one) => {
        const report = await readDamaged(run, [one]);
        if (report !== undefined && isPass(report)) expect(report.tests).toHaveLength(run.report.tests.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('that was cut off anywhere proves nothing, unless only comments are lost', {
    timeout: LONG_MS,
  }, async (context) => {
    if (missing) context.skip(`needs ${program}`);
    const run = await record(format, '1 + 1');
    const length = run.files[0]?.length ?? 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 2), async (kept) => {
        const report = await read(run, (bytes) => bytes.subarray(0, kept));
        if (report !== undefined && isPass(report)) expect([format, report.tests.length]).toEqual(['tap', 3]);
      }),
      { numRuns: RUNS, examples: [[0], [1], [length - 2]] },
    );
  });

  it.for(Object.entries(HOSTILE))('that is %s proves nothing', { timeout: LONG_MS }, async ([_, make], { skip }) => {
    if (missing) skip(`needs ${program}`);
    const run = await record(format, '1 + 1');
    const report = await read(run, make);
    expect(report?.incomplete, JSON.stringify(report?.tests.slice(0, 3))).not.toBeNull();
  });
});
