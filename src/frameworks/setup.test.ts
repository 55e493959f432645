import { describe, expect, it } from 'vitest';
import type { ProjectView } from './framework.ts';
import { packageManagerOf } from './js/package-manager.ts';
import { setupFor } from './setup.ts';

function view(files: Readonly<Record<string, string>>): ProjectView {
  return { files: Object.keys(files), read: (path) => files[path] };
}

const PACKAGE = { 'package.json': '{}' };
const BERRY = '__metadata:\n  version: 8\n';

describe('the package manager', () => {
  it.each([
    [{ 'package-lock.json': '' }, 'npm'],
    [{ 'npm-shrinkwrap.json': '' }, 'npm'],
    [{ 'pnpm-lock.yaml': '' }, 'pnpm'],
    [{ 'yarn.lock': '' }, 'yarn'],
    [{ 'bun.lock': '' }, 'bun'],
    [{ 'bun.lockb': '' }, 'bun'],
    [{}, 'npm'],
  ])('%j is that of %s', (lock, name) => {
    expect(packageManagerOf(view({ ...PACKAGE, ...lock } as Record<string, string>))?.name).toBe(name);
  });

  it('is what package.json says before any lock file', () => {
    const project = view({ 'package.json': '{"packageManager":"pnpm@9.1.0+sha512.abc"}', 'package-lock.json': '' });
    expect(packageManagerOf(project)).toEqual({
      name: 'pnpm',
      classic: false,
      lockFile: undefined,
      because: '"packageManager" in package.json',
    });
  });

  it('of a package in a monorepo is that of the root', () => {
    const project = view({ ...PACKAGE, 'pnpm-lock.yaml': '', 'packages/a/package.json': '{}' });
    expect(packageManagerOf(project, 'packages/a')).toMatchObject({ name: 'pnpm', lockFile: 'pnpm-lock.yaml' });
  });

  it('of a project that is not JavaScript is none; a broken package.json does not matter', () => {
    expect(packageManagerOf(view({ 'Cargo.toml': '' }))).toBeUndefined();
    expect(packageManagerOf(view({ 'package.json': '{', 'yarn.lock': '# yarn lockfile v1\n' }))).toMatchObject({
      name: 'yarn',
      classic: true,
    });
  });
});

describe('the set-up', () => {
  it.each([
    ['npm', { 'package-lock.json': '{}' }, 'npm ci --ignore-scripts --no-audit --no-fund'],
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile --ignore-scripts --ignore-pnpmfile'],
    [
      'Yarn 1',
      { 'yarn.lock': '# yarn lockfile v1\n' },
      'yarn install --frozen-lockfile --ignore-scripts --non-interactive',
    ],
    [
      'Yarn',
      { 'yarn.lock': BERRY, '.yarnrc.yml': 'nodeLinker: node-modules\n' },
      'yarn install --immutable --mode=skip-build',
    ],
    ['bun', { 'bun.lock': '' }, 'bun install --frozen-lockfile --ignore-scripts'],
  ])('of %s changes no lock file and runs no scripts', (_, files, command) => {
    const setup = setupFor(view({ ...PACKAGE, 'packages/a/package.json': '{}', ...files } as Record<string, string>));
    expect(setup?.commands.map((words) => words.join(' '))).toEqual([command]);
    expect(setup?.results).toEqual(['node_modules', 'packages/a/node_modules']);
    expect(setup?.needs).toContain('**/package.json');
  });

  it('of Yarn without node_modules leaves its own files', () => {
    expect(setupFor(view({ ...PACKAGE, 'yarn.lock': BERRY }))?.results).toContain('.pnp.cjs');
  });

  it.each([
    ['uv.lock', 'uv', '.venv'],
    ['poetry.lock', 'poetry', '.venv'],
    ['Pipfile.lock', 'pipenv', '.venv'],
    ['pdm.lock', 'pdm', '.venv'],
    ['go.sum', 'go', '.baton/dependencies/go'],
    ['Cargo.lock', 'cargo', '.baton/dependencies/cargo'],
    ['pom.xml', 'maven', '.baton/dependencies/maven'],
  ])('by %s is that of %s', (file, tool, result) => {
    expect(setupFor(view({ [file]: '' }))).toMatchObject({
      tool,
      lockFiles: [file],
      results: [result],
      directory: '.',
    });
  });

  it('by requirements takes those for tests too, and only built packages', () => {
    const setup = setupFor(view({ 'requirements.txt': '', 'requirements-dev.txt': '', 'docs/requirements.txt': '' }));
    expect(setup?.commands.at(-1)?.join(' ')).toBe(
      '.venv/bin/pip install --only-binary :all: -r requirements.txt -r requirements-dev.txt',
    );
  });

  it.each(['-e .', '.[dev]', '--editable=./[dev,test]  # this', '-r requirements/base.txt'])(
    'by requirements that install the project itself (%s) cannot be made of manifests',
    (line) => {
      const files = { 'requirements-dev.txt': `pytest\n${line}\n`, 'requirements/base.txt': '-r base.txt\n-e .\n' };
      expect(setupFor(view(files))?.unfit).toBe('requirements-dev.txt installs the project itself');
    },
  );

  it.each(['-e ./lib', 'pytest', '-r ../gone.txt', './wheels/a-1-py3-none-any.whl', '--index-url=.'])(
    'by requirements with %s can be made of manifests',
    (line) => {
      expect(setupFor(view({ 'requirements.txt': `${line}\n`, 'lib/setup.py': '' }))?.unfit).toBeUndefined();
    },
  );

  it('of a package lies in its directory', () => {
    const setup = setupFor(view({ 'native/Cargo.lock': '', 'native/Cargo.toml': '' }), 'native');
    expect(setup).toMatchObject({
      directory: 'native',
      lockFiles: ['native/Cargo.lock'],
      environment: { CARGO_HOME: '{project}/native/.baton/dependencies/cargo' },
      results: ['native/.baton/dependencies/cargo'],
    });
    expect(setup?.needs).toContain('native/**/Cargo.toml');
  });

  it('is not needed where there is nothing to fetch', () => {
    expect(setupFor(view({}))).toBeUndefined();
    expect(setupFor(view(PACKAGE))).toBeUndefined();
    expect(setupFor(view({ 'go.sum': '', 'vendor/modules.txt': '' }))).toBeUndefined();
  });
});
