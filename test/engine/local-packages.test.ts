import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDependencies } from '../../src/engine/dependencies.ts';
import { setupFor } from '../../src/frameworks/setup.ts';
import { temporaryDirectory } from '../repository.ts';
import { writeFiles } from './benches.ts';

const manifest = (name: string, dependencies: object = {}) => JSON.stringify({ name, version: '1.0.0', dependencies });

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, stdio: 'pipe' });
}

it('packages of the repository that a manifest points to are there for set-up, linked or as an archive', async () => {
  const project = join(temporaryDirectory(), 'project');
  writeFiles(project, {
    'apps/web/package.json': manifest('web', { lib: 'file:../../libs/lib', packed: 'file:vendor/packed-1.0.0.tgz' }),
    'libs/lib/package.json': manifest('lib'),
    'libs/lib/index.js': 'module.exports = 1;\n',
    'packed/package.json': manifest('packed'),
    'packed/index.js': 'module.exports = 2;\n',
    'apps/web/vendor/.keep': '',
  });
  npm(project, 'pack', './packed', '--pack-destination', 'apps/web/vendor');
  npm(join(project, 'apps/web'), 'install', '--package-lock-only');
  const dependencies = openDependencies({
    setupOf: (view) => setupFor(view, 'apps/web'),
    checkout: undefined,
    cache: temporaryDirectory(),
    sandbox: undefined,
  });
  const first = await dependencies.provide(project, 'apps/web');
  const installed = (name: string) => readFileSync(join(project, 'apps/web/node_modules', name, 'index.js'), 'utf8');
  expect([installed('lib'), installed('packed')]).toEqual(['module.exports = 1;\n', 'module.exports = 2;\n']);
  first.giveBack();

  writeFiles(project, { 'libs/lib/index.js': 'module.exports = 3;\n' });
  const linked = await dependencies.provide(project, 'apps/web');
  expect([linked.key, installed('lib')]).toEqual([first.key, 'module.exports = 3;\n']);
  linked.giveBack();

  writeFiles(project, { 'libs/lib/package.json': manifest('lib').replace('1.0.0', '1.0.1') });
  expect((await dependencies.provide(project, 'apps/web')).key).not.toBe(first.key);
});
