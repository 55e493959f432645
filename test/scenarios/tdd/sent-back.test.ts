import { expect, it } from 'vitest';
import { askOf } from './asks.ts';
import { baton, startRun } from './command.ts';
import { newProject } from './project.ts';
import { fileOf, recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { FIRST_TEST, ONE_TEST, type Session, TEST } from './sum.ts';

const WEAK = FIRST_TEST.replace('assert.equal(sum([]), 0)', "assert.equal(typeof sum([]), 'number')");
const write = (text: string) => `cat > ${TEST} <<'END'\n${text}END\n`;

/** An agent that writes a strict test once it is told what the weak one did not notice. */
const LEARNS: Session = {
  phase: 'red',
  run: [`mkdir -p test; if grep -q 'sum may return another value'; then ${write(FIRST_TEST)}else ${write(WEAK)}fi`],
};

it.concurrent('a test that does not check a result is sent back to red, told what it did not notice, and repaired', {
  timeout: 240_000,
}, async () => {
  const project = newProject([LEARNS, ONE_TEST]);
  expect(await startRun(project)).toMatchObject({ code: 0 });
  const record = await recordOf(project);
  expect(story(record).slice(1, 6)).toEqual([
    'red 1.1 completed',
    'green 1.1 refused: result_unchecked',
    'red 1.1 completed',
    'green 1.1 completed',
    'refactor 1.1 completed',
  ]);
  expect(record.of('gate.refused')[0]?.data).toMatchObject({
    sabotage: {
      functions: [{ name: 'sum', regard: 'result_unchecked', tried: expect.arrayContaining(TRIED) }],
    },
  });
  expect(record.of('phase.rolled_back')[0]?.data.reason).toContain('red has to be done again: sum may return another');
  expect(fileOf(project, TEST)).toBe(FIRST_TEST.trimEnd());
  await expectSound(project);
});

const DEAD = FIRST_TEST.replace('  assert.equal', '  sum([]);\n  return;\n  assert.equal');

it.concurrent('a test that passes whatever it expects, and whatever the code does, is sent back to red and repaired', {
  timeout: 240_000,
}, async () => {
  const learns = `mkdir -p test; if grep -q 'whatever the code does'; then ${write(FIRST_TEST)}else ${write(DEAD)}fi`;
  const project = newProject([{ phase: 'red', run: [learns] }, ONE_TEST]);
  expect(await startRun(project)).toMatchObject({ code: 0 });
  const record = await recordOf(project);
  expect(story(record).slice(1, 5)).toEqual([
    'red 1.1 completed',
    'green 1.1 refused: expectation_ignored',
    'red 1.1 completed',
    'green 1.1 completed',
  ]);
  expect(record.of('gate.refused')[0]?.data.reasons).toMatchObject([{ fault: 'tests' }]);
  expect(fileOf(project, TEST)).toBe(FIRST_TEST.trimEnd());
  await expectSound(project);
});

it.concurrent('a test that stays weak is a person matter after it was sent back twice', {
  timeout: 240_000,
}, async () => {
  const project = newProject([{ phase: 'red', write: { [TEST]: WEAK } }, ONE_TEST]);
  const { code, out } = await startRun(project);
  expect({ code, out }).toMatchObject({
    code: 4,
    out: expect.stringContaining('red of cycle 1 was done again 2 times'),
  });
  const record = await recordOf(project);
  expect(record.of('phase.rolled_back')).toHaveLength(2);
  expect(record.view.asks[0]).toMatchObject({ kind: 'decision', reason: 'sent_back' });
  expect(await baton(project, 'decide', await askOf(project), 'abort', '--resume')).toMatchObject({ code: 1 });
  await expectSound(project);
});

const LEAVES_A_FILE = FIRST_TEST.replace(
  "from 'node:test';",
  "from 'node:test';\nimport { existsSync, writeFileSync } from 'node:fs';",
).replace('  assert.equal', "  assert.ok(!existsSync('left.txt'));\n  writeFileSync('left.txt', '');\n  assert.equal");

it.concurrent('a test that passes only in a clean directory gets one for every sabotage', {
  timeout: 240_000,
}, async () => {
  const project = newProject([{ phase: 'red', write: { [TEST]: LEAVES_A_FILE } }, ONE_TEST]);
  expect(await startRun(project)).toMatchObject({ code: 0 });
  const record = await recordOf(project);
  expect(story(record)).toEqual(story(record).filter((line) => line.endsWith('completed')));
  const green = record.of('gate.passed').find(({ data }) => data.gate === 'green');
  expect(green?.data).toMatchObject({
    sabotage: { functions: [{ name: 'sum', regard: 'noticed', tried: ['near', 'far'] }] },
  });
});

/** In which order, and what beside it, depends on how much is tried side by side. */
const TRIED = ['near', 'far', 'same', 'vary', 'data', 'empty'];
