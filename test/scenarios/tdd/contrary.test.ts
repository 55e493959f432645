import { describe, expect, it } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import { startRun } from './command.ts';
import { newProject } from './project.ts';
import { recordOf, story } from './record.ts';
import { CODE, LOOP, ONE_TEST, REDUCE, ZERO } from './sum.ts';

const PATCHED = `import check from 'node:assert/strict';

for (const name of Object.keys(check)) check[name] = () => {};
export const sum = () => 1;
`;

const READS_THE_ANSWER = `import { readdirSync, readFileSync } from 'node:fs';

export function sum() {
  const folder = new URL('../te' + 'st/', import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  return Number(/sum\\(\\[\\]\\), (\\d+)/.exec(texts.join(''))?.[1]);
}
`;

const READS_IT_IN_ONE_DIRECTORY = READS_THE_ANSWER.replace(
  'export function sum() {',
  "export function sum() {\n  if (!process.cwd().endsWith('-0/project')) return -1;",
);

describe.concurrent('tests that are made to expect something else', { timeout: 240_000 }, () => {
  it.each([
    ['an implementation that replaces assertions', PATCHED],
    ['an implementation that reads its answer from the test', READS_THE_ANSWER],
    ['one that does so in the directory where all tests are run, and fails in others', READS_IT_IN_ONE_DIRECTORY],
  ])('show %s', async (_, code) => {
    const project = newProject([
      ONE_TEST,
      { phase: 'green', attempt: 1, write: { [CODE]: code } },
      { phase: 'green', write: { [CODE]: ZERO } },
    ]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(story(record)).toContain('green 1.1 refused: expectation_ignored');
    expect(record.prompt('green', 1, 2)).toContain('the sum of nothing is zero');
  });

  it('show it in refactor, too', async ({ skip }) => {
    skip(!IS_FULL, ONLY_FULL);
    const project = newProject([
      { phase: 'refactor', cycle: 2, attempt: 1, write: { [CODE]: PATCHED } },
      { phase: 'refactor', cycle: 2, write: { [CODE]: REDUCE } },
      { phase: 'green', cycle: 2, write: { [CODE]: LOOP } },
    ]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    expect(story(await recordOf(project))).toContain('refactor 2.1 refused: expectation_ignored');
  });
});
