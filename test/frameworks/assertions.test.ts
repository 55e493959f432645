import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { jest } from '../../src/frameworks/jest/jest.ts';
import { mocha } from '../../src/frameworks/mocha/mocha.ts';
import { nodeTest } from '../../src/frameworks/node-test/node-test.ts';
import { vitest } from '../../src/frameworks/vitest/vitest.ts';
import { temporaryDirectory } from '../repository.ts';
import { writeFiles } from '../scenarios/tdd/project.ts';
import { requestFor } from './request.ts';

const NAMED = (use: string) => `${use}
const order = (state) => ({ id: 7, lines: [{ article: 'chair', count: 2 }, { article: 'table', count: 1 }], state });
`;
const ASSERT = "import assert from 'node:assert/strict';\n";
const CALL = "assert.deepEqual(order('open'), order('paid'), 'the order is paid');";

const CASES = [
  [mocha, `${NAMED(ASSERT)}it('x', () => { ${CALL} });`],
  [nodeTest, `${NAMED(`${ASSERT}import { it } from 'node:test';`)}it('x', () => { ${CALL} });`],
  [
    vitest,
    `${NAMED("import { expect, it } from 'vitest';")}it('x', () => { expect(order('open')).toEqual(order('paid')); });`,
  ],
  [jest, `${NAMED('')}it('x', () => { expect(order('open')).toEqual(order('paid')); });`],
] as const;

it.each(CASES)(
  'a failure says which values differ, whatever the author wrote: %#',
  { timeout: 60_000 },
  async (driver, text) => {
    const directory = join(temporaryDirectory(), 'project');
    const isModule = driver !== jest;
    writeFiles(directory, {
      'package.json': JSON.stringify({ name: 'x', ...(isModule ? { type: 'module' } : {}) }),
      'test/x.test.js': text,
    });
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(directory, 'node_modules'));
    const { tests } = await driver.run(requestFor(directory, { canary: false }));
    expect(tests[0]?.failure).toMatchObject({ kind: 'assertion', location: { file: 'test/x.test.js' } });
    expect(tests[0]?.failure?.message).toMatch(/paid(?:.|\n)*open|open(?:.|\n)*paid/);
  },
);
