import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { startRun } from './command.ts';
import { newProject } from './project.ts';
import { finalTree, recordOf, story } from './record.ts';
import { CODE, ONE_TEST, ZERO } from './sum.ts';

const NUMBERS = Array.from({ length: 300 }, (_, at) => at);
const HEADER = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n";

const PASSING = `${HEADER}${NUMBERS.map((at) => `test('holds ${at}', () => assert.equal(${at}, Number('${at}')));`).join('\n')}\n`;
const FAILING = `${HEADER}
test('half is a number', () => assert.equal(1 / 2, 0));
test('thirds add up', () => assert.equal(0.1 + 0.2, 0.3));
`;

const FILES = { 'test/old.test.js': PASSING, 'test/broken.test.js': FAILING };
const BROKEN = ['test/broken.test.js::half is a number', 'test/broken.test.js::thirds add up'];

describe.concurrent('a project with 300 passing tests and 2 failing ones', { timeout: 180_000 }, () => {
  it('is refused with the list of the failing ones [R000-19]', async () => {
    const project = newProject([ONE_TEST], FILES);
    const { code, out } = await startRun(project);
    expect(code).toBe(1);
    for (const id of BROKEN) expect(out).toContain(id);
    expect(out).toContain('--accept-baseline-failures');
    const record = await recordOf(project);
    expect(record.view.state).toBe('failed');
    expect(record.of('session.started')).toEqual([]);
  });

  it('is accepted with the flag, which pins exactly those two [R000-18] [R000-19] [R000-21]', async () => {
    const project = newProject([ONE_TEST], FILES);
    expect(await startRun(project, '--accept-baseline-failures')).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(record.of('baseline.recorded')[0]?.data).toMatchObject({
      known_failing: BROKEN,
      totals: { passed: 300, failed: 2 },
    });
    expect(record.of('run.completed')[0]?.data).toMatchObject({ totals: { passed: 301, failed: 2 } });
    expect(record.prompt('plan', 1, 1)).toContain('300 passed, 2 failed');
    expect(gitIn(project.path, 'ls-tree', '--name-only', '-r', finalTree(project))).toContain(CODE);
  });

  it('still refuses an implementation that breaks a third one [R000-21]', async () => {
    const breaking = { [CODE]: ZERO, 'lib/half.js': 'export const half = 0;\n' };
    const guarded = `${HEADER}import { half } from '../lib/half.js';\ntest('half', () => assert.equal(half, 0.5));\n`;
    const project = newProject([ONE_TEST, { phase: 'green', attempt: 1, write: breaking }], {
      ...FILES,
      'lib/half.js': 'export const half = 0.5;\n',
      'test/half.test.js': guarded,
    });
    expect(await startRun(project, '--accept-baseline-failures')).toMatchObject({ code: 0 });
    expect(story(await recordOf(project))).toContain('green 1.1 refused: regression');
  });
});
