import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunRequest } from '../../../src/frameworks/framework.ts';
import { temporaryDirectory } from '../../repository.ts';
import { told } from '../contract/told.ts';
import { useDriver } from '../programs.ts';
import { type Editable, makeEditable, writeAll } from './editable.ts';

const driver = useDriver('pytest');
afterEach(() => void vi.unstubAllEnvs());

/** The same packages in a checkout and in the tree that is proved; they tell which of both was loaded. */
const SOURCES = (who: string) => ({
  'src/plain/__init__.py': `WHO = '${who}'\n`,
  'src/plain/inner.py': `WHO = '${who}'\n`,
  'lib/mapped/__init__.py': `WHO = '${who}'\n`,
  'lib/single.py': `WHO = '${who}'\n`,
  'ns/spaced/part.py': `WHO = '${who}'\n`,
  'other/linked/__init__.py': `WHO = '${who}'\n`,
});

interface Installed {
  readonly checkout: string;
  readonly project: string;
  readonly site: string;
  run(more?: Partial<RunRequest>, directory?: string): ReturnType<typeof driver.run>;
}

/** A checkout that is installed for editing, and a tree with other files; the environment is where it is said. */
function installed(
  tests: Readonly<Record<string, string>>,
  { environment = '.venv', alias = false, checkoutHas = SOURCES('checkout') } = {},
): Installed {
  const place = temporaryDirectory();
  const [real, project] = [join(place, 'checkout'), join(place, 'proof', 'project')];
  writeAll(real, checkoutHas);
  writeAll(project, { ...SOURCES('tree'), ...tests });
  if (alias) symlinkSync(real, join(place, 'alias'));
  const checkout = alias ? join(place, 'alias') : real;
  const how: Editable = {
    folders: [join(checkout, 'src')],
    packages: { mapped: join(checkout, 'lib/mapped'), single: join(checkout, 'lib/single') },
    namespaces: { spaced: [join(checkout, 'ns/spaced')] },
    links: [join(checkout, 'other/linked')],
  };
  const site = makeEditable(join(real, environment), how);
  vi.stubEnv('PATH', `${join(real, environment, 'bin')}${delimiter}${process.env.PATH}`);
  const run = (more: Partial<RunRequest> = {}, directory = project) =>
    driver.run(directory, { root: project, checkouts: [real], ...more });
  return { checkout: real, project, site, run };
}

const EVERY_WAY = `import linked, mapped, single, plain.inner, spaced.part

def test_all():
    assert {m.WHO for m in (linked, mapped, single, plain, plain.inner, spaced.part)} == {"tree"}

def test_installed():
    import inside
    assert inside.WHO == "environment"
`;

const CHILD = `import subprocess, sys

def test_child():
    code = "import linked, mapped, plain; print(linked.WHO, mapped.WHO, plain.WHO)"
    told = subprocess.run([sys.executable, "-c", code], cwd="/", capture_output=True, text=True)
    assert told.stdout.split() == ["tree", "tree", "tree"], told.stderr
`;

const ALL_PASSED = {
  outcomes: {
    'tests/test_all.py::test_all': 'passed',
    'tests/test_all.py::test_installed': 'passed',
    'tests/test_child.py::test_child': 'passed',
  },
  canary: 'seen',
  incomplete: null,
};

describe('with packages that are installed for editing, tests load the files of the tree', () => {
  it.each<[string, object, (readonly string[])?]>([
    ['by the driver’s own command', {}],
    ['by a command of the project', {}, ['python3', '-m', 'pytest']],
    ['where links lead to the checkout and its environment has another name', { alias: true, environment: 'tools/py' }],
  ])('%s', async (_, options, command) => {
    const { site, run } = installed({ 'tests/test_all.py': EVERY_WAY, 'tests/test_child.py': CHILD }, options);
    writeFileSync(join(site, 'inside.py'), 'WHO = "environment"\n');
    expect(told(await run({ command }))).toMatchObject(ALL_PASSED);
  });

  it('also if the checkout cannot be seen', async () => {
    const { site, run } = installed(
      { 'tests/test_all.py': EVERY_WAY, 'tests/test_child.py': CHILD },
      { checkoutHas: {} as ReturnType<typeof SOURCES> },
    );
    writeFileSync(join(site, 'inside.py'), 'WHO = "environment"\n');
    expect(told(await run())).toMatchObject(ALL_PASSED);
  });

  it('and what the tree lacks is missing from the project, whatever the checkout has', async () => {
    const checkoutHas = { ...SOURCES('checkout'), 'src/plain/later.py': '', 'src/fresh.py': '' };
    const { run } = installed(
      {
        'tests/test_attribute.py': 'import plain\n\ndef test_a(): assert plain.more() == 1\n',
        'tests/test_module.py': 'import plain.later\n',
        'tests/test_top.py': 'import fresh\n',
      },
      { checkoutHas },
    );
    const report = await run();
    expect(told(report)).toMatchObject({
      outcomes: { 'tests/test_attribute.py::test_a': 'failed missing' },
      uncollected: { 'tests/test_module.py': 'missing', 'tests/test_top.py': 'missing' },
      incomplete: null,
    });
    expect(report.tests[0]?.failure?.diagnostics).toMatchObject([{ what: 'export', name: 'more', ours: true }]);
  });

  it('in a package of a monorepo', async () => {
    const { project, run } = installed({ 'packages/a/test_a.py': EVERY_WAY.split('def test_installed')[0] ?? '' });
    const report = await run({}, join(project, 'packages/a'));
    expect(told(report)).toMatchObject({ outcomes: { 'test_a.py::test_all': 'passed' }, incomplete: null });
  });
});

describe('tests that load files of the checkout all the same', () => {
  it('prove nothing, and the report says which', async () => {
    const { checkout, project, run } = installed({});
    writeAll(project, {
      'tests/conftest.py': `import sys\nsys.path.insert(0, ${JSON.stringify(join(checkout, 'src'))})\n`,
      'tests/test_a.py': 'import plain\n\ndef test_a(): assert plain.WHO == "checkout"\n',
    });
    const { incomplete } = await run();
    expect(incomplete).toContain(`tests import \`plain\` from ${join(checkout, 'src/plain/__init__.py')}, not from`);
    expect(incomplete).toMatch(/pythonpath = \["src"\].*tests\.setup/);
  });

  it('are no matter where nobody named a checkout', async () => {
    const { run } = installed({ 'test_a.py': 'import plain\n\ndef test_a(): assert plain.WHO == "checkout"\n' });
    expect(told(await run({ checkouts: undefined }))).toMatchObject({
      outcomes: { 'test_a.py::test_a': 'passed' },
      incomplete: null,
    });
  });
});
