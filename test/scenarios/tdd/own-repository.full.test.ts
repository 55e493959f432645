import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { lookAt } from './checkout.ts';
import { RUN, startRun } from './command.ts';
import { emptyDirectory, type Project, writeFiles } from './project.ts';
import { fileOf, recordOf, story } from './record.ts';
import { sumWith } from './sum.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Sums in Baton's own base room, written as the neighbours are. */
const SESSIONS = sumWith({
  testFile: 'src/base/sum.test.ts',
  codeFile: 'src/base/sum.ts',
  firstTest: `import { expect, it } from 'vitest';
import { sum } from './sum.ts';

it('the sum of nothing is zero', () => {
  expect(sum([])).toBe(0);
});
`,
  secondTest: `
it('the sum of two numbers', () => {
  expect(sum([1, 2])).toBe(3);
});
`,
  zero: `export function sum(_numbers: readonly number[]): number {
  return 0;
}
`,
  loop: `export function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
`,
  tidy: `export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
`,
});

/** A clone of this repository, whose tests are those of one room. */
function cloneOfThis(): Project {
  const project = emptyDirectory();
  rmSync(project.path, { recursive: true });
  gitIn(project.beside, 'clone', '--quiet', '--no-local', '--depth=1', `file://${ROOT}`, project.path);
  gitIn(project.path, 'checkout', '--quiet', '-B', 'main');
  writeFiles(project.path, { 'baton.yaml': SETTINGS });
  writeFileSync(project.plan, JSON.stringify(SESSIONS));
  return project;
}

const SETTINGS = `tests:
  framework: vitest
  command: npx vitest run src/base
  setup: cp -R ${ROOT}node_modules node_modules
`;

describe('a run in this very repository', { timeout: 600_000 }, () => {
  it('adds a function to it, test first, and leaves the checkout as it was', async ({ skip }) => {
    skip(!existsSync(join(ROOT, '.git')), 'these sources are no git repository');
    skip(
      ROOT.startsWith(realpathSync(tmpdir())),
      'the sandbox hides temporary files, and these sources are among them',
    );
    const project = cloneOfThis();
    const before = lookAt(project);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    expect(lookAt(project)).toEqual(before);

    const record = await recordOf(project);
    expect(story(record)).toHaveLength(9);
    expect(story(record).filter((line) => !line.endsWith('.1 completed'))).toEqual([]);
    expect(fileOf(project, 'src/base/sum.ts')).toContain('numbers.reduce(');
    const changed = gitIn(project.path, 'diff', '--name-only', `main..baton/${RUN}`).split('\n');
    expect(changed).toEqual(['src/base/sum.test.ts', 'src/base/sum.ts', 'test-list.md']);
  });
});
