import { expect, it } from 'vitest';
import type { TestCase } from '../../../src/evidence/report.ts';
import { openBaton } from '../../../src/open.ts';
import { RUN, startRun } from './command.ts';
import { newProject, type Project } from './project.ts';
import { ITEMS, LIST, type Session } from './sum.ts';

const OTHER = 'test/other.test.js';
const OTHER_TEST = "import { test } from 'node:test';\n\ntest('something else', () => {});\n";
const ONE_ITEM: readonly Session[] = [{ phase: 'plan', cycle: 1, write: { [LIST]: `- [ ] ${ITEMS[0]}\n` } }];

it('red runs only the test files that it changed, and green runs all of them', { timeout: 120_000 }, async () => {
  const project = newProject(ONE_ITEM, { [OTHER]: OTHER_TEST });
  expect(await startRun(project)).toMatchObject({ code: 0 });
  const [red, green] = [await reportOf(project, 'red'), await reportOf(project, 'green')];
  expect(red.carriedOver).toEqual([OTHER]);
  expect(red.tests.map(({ file, outcome }: TestCase) => `${file} ${outcome}`)).toContain(`${OTHER} passed`);
  expect(green.carriedOver).toBeUndefined();
});

/** What the proof of a phase showed. */
async function reportOf({ path }: Project, phase: string) {
  const baton = await openBaton({ cwd: path });
  try {
    const entries = await baton.runs.entries(RUN);
    const passed = entries.find(({ event }) => event.type === 'gate.passed' && event.data.gate === phase);
    const text = await baton.store.attachment(passed?.attachments['report.json'] ?? '');
    return JSON.parse(text?.toString('utf8') ?? '{}');
  } finally {
    baton.close();
  }
}
