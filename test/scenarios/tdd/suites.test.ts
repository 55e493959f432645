import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { baton, startRun } from './command.ts';
import { commitFiles, emptyDirectory, type Files, type Project } from './project.ts';
import { recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { LIST, type Session } from './sum.ts';

function repositoryWith(files: Files, sessions: readonly Session[]): Project {
  const project = emptyDirectory(sessions);
  gitIn(project.beside, 'init', '--quiet', '--initial-branch=main', project.path);
  commitFiles(project.path, files, 'start');
  return project;
}

const USE = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n";
const manifest = (name: string, more: object = {}) =>
  `${JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js', scripts: { test: 'node --test' }, ...more })}\n`;

/** Two packages, one of which uses the other, as npm installs them. */
const WORKSPACES: Files = {
  'package.json': `${JSON.stringify({ name: 'shop', private: true, workspaces: ['packages/*'] })}\n`,
  'package-lock.json': `${JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'shop', workspaces: ['packages/*'] },
      'node_modules/cart': { resolved: 'packages/cart', link: true },
      'node_modules/prices': { resolved: 'packages/prices', link: true },
      'packages/cart': { version: '1.0.0', dependencies: { prices: '^1.0.0' } },
      'packages/prices': { version: '1.0.0' },
    },
  })}\n`,
  'packages/prices/package.json': manifest('prices'),
  'packages/prices/index.js': 'export const priceOf = (article) => article.length;\n',
  'packages/prices/test/price.test.js': `${USE}import { priceOf } from 'prices';\ntest('a price', () => { assert.equal(priceOf('tea'), 3); });\n`,
  'packages/cart/package.json': manifest('cart', { dependencies: { prices: '^1.0.0' } }),
  'packages/cart/index.js': "export { priceOf } from 'prices';\n",
  'packages/cart/test/cart.test.js': `${USE}import { priceOf } from 'cart';\ntest('uses prices', () => { assert.equal(priceOf('tea'), 3); });\n`,
  'tools/readme.js': '// no tests\n',
  'baton.yaml': 'tests:\n  - {directory: packages/prices}\n  - {directory: packages/cart, name: cart}\n',
};

const CART_TEST = `${USE}import { total } from '../total.js';\ntest('a total', () => { assert.equal(total(['tea', 'milk']), 7); });\n`;
const TOTAL =
  "import { priceOf } from 'prices';\nexport const total = (articles) => articles.reduce((sum, one) => sum + priceOf(one), 0);\n";

describe.concurrent('a repository with several suites', { timeout: 180_000 }, () => {
  it('is proved suite by suite, and green keeps to the packages that are proved', async () => {
    const project = repositoryWith(WORKSPACES, [
      { phase: 'plan', cycle: 1, write: { [LIST]: '- [ ] a total\n' } },
      { phase: 'plan' },
      { phase: 'red', write: { 'packages/cart/test/total.test.js': CART_TEST } },
      { phase: 'green', attempt: 1, write: { 'packages/cart/total.js': TOTAL, 'tools/readme.js': '// changed\n' } },
      {
        phase: 'green',
        attempt: 2,
        write: { 'packages/cart/total.js': TOTAL, 'packages/prices/index.js': 'export const priceOf = () => 3.5;\n' },
      },
      { phase: 'green', write: { 'packages/cart/total.js': TOTAL } },
      { phase: 'refactor' },
    ]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(record.of('baseline.recorded')[0]?.data).toMatchObject({ totals: { passed: 2, total: 2 } });
    expect(story(record)).toEqual([
      'plan 1.1 completed',
      'red 1.1 completed',
      'green 1.1 refused: out_of_scope',
      'green 1.2 refused: regression',
      'green 1.3 completed',
      'refactor 1.1 completed',
      'plan 2.1 completed',
    ]);
    expect(record.prompt('green', 1, 2)).toContain('tools/readme.js: no tests are run for it');
    const prompt = record.prompt('green', 1, 3);
    for (const id of ['packages/prices/test/price.test.js::a price', 'packages/cart/test/cart.test.js::uses prices'])
      expect(prompt).toContain(id);
    expect(prompt).toContain('- cart (node-test): cd packages/cart && npm test');
    await expectSound(project);
    expect(await baton(project, 'merge', 'sum')).toMatchObject({ code: 0 });
  });

  it('may hold several languages, which init and doctor find', async () => {
    const files: Files = {
      'web/package.json': manifest('web'),
      'web/index.js': 'export const one = 1;\n',
      'web/test/one.test.js': `${USE}import { one } from '../index.js';\ntest('one', () => { assert.equal(one, 1); });\n`,
      'service/pytest.ini': '[pytest]\n',
      'service/calc.py': 'def add(a, b):\n    return a + b\n',
      'service/tests/test_calc.py': 'from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
      'service/conftest.py': '',
    };
    const test = 'from calc import double\n\n\ndef test_double():\n    assert double(2) == 4\n';
    const project = repositoryWith(files, [
      { phase: 'plan', cycle: 1, write: { [LIST]: '- [ ] doubles\n' } },
      { phase: 'plan' },
      { phase: 'red', write: { 'service/tests/test_double.py': test } },
      {
        phase: 'green',
        write: {
          'service/calc.py': 'def add(a, b):\n    return a + b\n\n\ndef double(a):\n    return add(a, a)\n',
        },
      },
      { phase: 'refactor' },
    ]);
    expect(await startRun(project)).toMatchObject({
      code: 2,
      err: expect.stringContaining('- {framework: pytest, directory: service}'),
    });
    expect(await baton(project, 'init')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/pytest in service(?:.|\n)*node-test in web/),
    });
    gitIn(project.path, 'add', '--all');
    gitIn(project.path, 'commit', '--quiet', '--message', 'settings');
    expect(await baton(project, 'doctor')).toMatchObject({ out: expect.stringContaining('2 passed, 0 failed') });
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(record.of('baseline.recorded')[0]?.data).toMatchObject({ totals: { passed: 2, total: 2 } });
    await expectSound(project);
  });
});
