import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { makeEditable } from '../frameworks/pytest/editable.ts';
import { temporaryDirectory } from '../repository.ts';
import { doctor, type Project } from './doctored.ts';

const vitest = { from: 'vitest/passing', installed: true };
const yaml = (text: string, more: Readonly<Record<string, string>> = {}) => ({
  files: { 'baton.yaml': text, ...more },
});

const EMPTY_SUITE = 'tests: {framework: exit-code, command: ["true"]}';

/** A directory with a few programs, to stand for the whole search path. A sandbox would not show it. */
function fewPrograms(): string {
  const directory = temporaryDirectory();
  for (const name of ['node', 'git', 'sh', 'cat', 'head', 'rm', 'basename', 'sed', 'env']) {
    const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (stdout.trim() !== '') symlinkSync(stdout.trim(), join(directory, name));
  }
  return directory;
}

/** A Python that has no pytest. */
function barePython(): string {
  const directory = join(temporaryDirectory(), 'python');
  spawnSync('python3', ['-m', 'venv', '--without-pip', directory]);
  return join(directory, 'bin');
}

describe('baton doctor ends with 1 and says what to do about', () => {
  it.each<[string, () => Project, RegExp]>([
    [
      'an unknown framework',
      () => yaml('tests: {framework: pytset}'),
      /no test framework "pytset".*one of vitest, jest/,
    ],
    [
      'an agent program that is not there',
      () => yaml('command: ./nowhere-agent'),
      /BAD {2}runner {5}command cannot play all agents: .*nowhere-agent/,
    ],
    [
      'an agent program without a login',
      () => ({ ...yaml('runner: claude'), environment: { ANTHROPIC_API_KEY: '', HOME: temporaryDirectory() } }),
      /BAD {2}runner {5}claude cannot play all agents: .*\n {5}\S/,
    ],
    [
      'nobody to commit as',
      () => ({ ...yaml(EMPTY_SUITE), environment: { GIT_COMMITTER_NAME: '', GIT_COMMITTER_EMAIL: '' } }),
      /BAD {2}git {8}Git does not know who you are.*git config --global user\.name/,
    ],
    [
      'a package manager that is not there',
      () => ({
        files: { 'package.json': '{"scripts":{"test":"vitest run"}}', 'bun.lock': '{}' },
        path: fewPrograms(),
      }),
      /bun\.lock needs bun, which is not installed.*`npm install --global bun`/,
    ],
    [
      'a framework that is not installed',
      () => ({ from: 'vitest/passing' }),
      /BAD {2}trial run {2}vitest is not installed in the project\. .*`npm install`/,
    ],
    [
      'a Python without pytest',
      () => ({ from: 'pytest/passing', path: `${barePython()}:${fewPrograms()}` }),
      /pytest is not installed for .*python3.*`python3 -m pip install pytest`/,
    ],
    ['no Python', () => ({ from: 'pytest/passing', path: fewPrograms() }), /no Python on the path/],
    ['no Go', () => ({ from: 'go/passing', path: fewPrograms() }), /Go is not installed.*`apt install golang`/],
    ['no cargo', () => ({ from: 'cargo/passing', path: fewPrograms() }), /cargo is not installed.*`apt install cargo`/],
    ['no Maven', () => ({ from: 'maven/passing', path: fewPrograms() }), /mvn.*`apt install maven`/],
    [
      'no Gradle',
      () => ({ files: { 'build.gradle': '' }, path: fewPrograms() }),
      /Cannot start gradle.*`apt install gradle`/,
    ],
    [
      'a broken package.json',
      () => ({ files: { 'package.json': '{"scripts"', 'a.test.js': '' } }),
      /package\.json cannot be read: .*Mend it first/s,
    ],
    [
      'a framework whose installed version is too old',
      () => ({
        files: {
          'package.json': '{"scripts":{"test":"mocha"},"devDependencies":{"mocha":"*"}}',
          'node_modules/mocha/package.json': '{"name":"mocha","version":"7.2.0","bin":{"mocha":"nothing.js"}}',
        },
      }),
      /BAD {2}trial run {2}mocha 7\.2\.0 is not supported: Baton needs mocha 8\.1\.3 or later\. Update it: `npm install/,
    ],
    [
      'a broken configuration of vitest',
      () => ({ ...vitest, files: { 'vitest.config.js': 'export default {{' } }),
      /vitest cannot start with this project's configuration \(vitest\.config\.js\)/,
    ],
    [
      'a broken configuration of jest',
      () => ({ from: 'jest/passing', installed: true, files: { 'jest.config.js': 'nonsense(' } }),
      /jest cannot start with this project's configuration: SyntaxError/,
    ],
    [
      'a broken configuration of mocha',
      () => ({ from: 'mocha/passing', installed: true, files: { '.mocharc.json': '{{' } }),
      /mocha cannot start with this project's configuration: .*\.mocharc\.json/,
    ],
    [
      'a broken configuration of pytest',
      () => ({ from: 'pytest/passing', files: { 'pytest.ini': '[pytest]\naddopts = --nonsense\n' } }),
      /pytest does not begin in the project: .*--nonsense/s,
    ],
    [
      'a broken go.mod',
      () => ({ from: 'go/passing', files: { 'go.mod': 'nonsense' } }),
      /go test does not begin in the project: .*go\.mod:1/s,
    ],
    [
      'a broken Cargo.toml',
      () => ({ from: 'cargo/passing', files: { 'Cargo.toml': '= =' } }),
      /cargo cannot read the project: .*Cargo\.toml/s,
    ],
    ['a broken pom.xml', () => ({ from: 'maven/passing', files: { 'pom.xml': '<project><bad' } }), /pom\.xml/],
    [
      'a package that is not there',
      () => yaml('tests: {framework: node-test, directory: packages/none}'),
      /no directory packages\/none.*tests\.directory/,
    ],
    [
      'no command where one is needed',
      () => yaml('tests: {framework: exit-code}'),
      /add `tests: \{framework: exit-code, command: \[\.\.\.\]\}` to baton\.yaml/,
    ],
    [
      'a command that is not there',
      () => yaml('tests: {framework: tap, command: [nowhere]}'),
      /Cannot start nowhere: it is not there.*tests\.command/,
    ],
    [
      'a command that a shell cannot find',
      () => yaml('tests: {framework: exit-code, command: nowhere --now}'),
      /Cannot start nowhere: it is not there.*tests\.command/,
    ],
    [
      'a command that hides the framework',
      () => ({ ...vitest, ...yaml('tests: {framework: vitest, command: make test}') }),
      /`make test` does not plainly start vitest.*`npx vitest`/,
    ],
    [
      'a set-up that fails',
      () => ({ ...vitest, ...yaml('tests: {setup: echo no such thing; exit 3}') }),
      /Installing dependencies failed: .*tests\.setup.*no such thing/s,
    ],
  ])('%s', async (_, project, said) => {
    const { code, told } = await doctor(project());
    expect([code, told]).toEqual([1, expect.stringMatching(said)]);
    expect(told).not.toMatch(/baton-proof-|\n {4}at /);
  });
});

it('baton doctor ends with 2 for a baton.yaml that cannot be read', async () => {
  const { code, told } = await doctor(yaml('tests: ['));
  expect([code, told]).toEqual([2, expect.stringMatching(/baton\.yaml:1:9/)]);
});

describe('what baton.yaml says of tests', () => {
  it('a command may be text or a list, plain or by a script', async () => {
    for (const command of [
      'npx vitest run --pool=forks',
      'npm test -- --pool=forks',
      '[npx, vitest, run, --pool=forks]',
      'NAME=1 npx vitest run --pool=forks',
    ]) {
      const { code, told } = await doctor({ ...vitest, ...yaml(`tests: {command: ${command}}`) });
      expect([code, told]).toEqual([0, expect.stringMatching(/2 passed.*--pool=forks/)]);
    }
  });

  it('a command is run by a shell where it needs one', async () => {
    const { code, told } = await doctor(
      yaml('tests: {framework: exit-code, command: "test -n \\"$HOME\\" && echo ran"}'),
    );
    expect([code, told]).toEqual([0, expect.stringContaining('trial run')]);
  });

  it('a framework goes before what could be detected', async () => {
    const { told } = await doctor({
      from: 'vitest/passing',
      ...yaml('tests: {framework: exit-code, command: ["true"]}'),
    });
    expect(told).toContain('exit-code in . (baton.yaml)');
  });

  it('the time limit holds', async () => {
    const { code, told } = await doctor(yaml('tests: {framework: exit-code, command: sleep 60, timeout_s: 0.5}'));
    expect([code, told]).toEqual([1, expect.stringContaining('proves nothing: timeout')]);
  });

  it('the set-up is what brings the dependencies', async () => {
    const setup = 'mkdir node_modules && echo here > node_modules/dep';
    const files = { 'package.json': '{}' };
    const { code, told } = await doctor(
      yaml(`tests: {framework: exit-code, command: cat node_modules/dep, setup: ${setup}}`, files),
    );
    expect([code, told]).toEqual([0, expect.stringContaining(`tests.setup, by sh -c ${setup}`)]);
  });

  it('globs that name nothing are told', async () => {
    const { code, told } = await doctor({
      ...vitest,
      ...yaml('tests: {files: ["**/*.test.js", "checks/*.js"], config_files: ["nothing.config.js"]}'),
    });
    expect(code).toBe(0);
    expect(told).toMatch(/note tests\.files no file is named by "checks\/\*\.js"/);
    expect(told).toMatch(/note tests\.config_files no file is named by "nothing\.config\.js"/);
  });

  it('tests in files that do not count as test files are told', async () => {
    const files = { 'checks/a.check.js': "import { expect, it } from 'vitest';\nit('a', () => expect(1).toBe(1));\n" };
    const config = { 'vitest.config.js': "export default { test: { include: ['**/*.check.js'] } };\n" };
    const unnamed = await doctor({ from: 'vitest/no-tests', installed: true, files: { ...files, ...config } });
    expect(unnamed.told).toMatch(
      /note tests\.files tests ran in files that are not taken for test files: checks\/a\.check\.js/,
    );
    const named = yaml('tests: {files: ["**/*.check.js"]}', { ...files, ...config });
    expect((await doctor({ from: 'vitest/no-tests', installed: true, ...named })).told).not.toContain('tests.files');
  });

  it('sources with examples in their documentation need not be named', async () => {
    const source = 'def double(n):\n    """\n    >>> double(2)\n    4\n    """\n    return 2 * n\n';
    const { told } = await doctor({
      files: {
        'pytest.ini': '[pytest]\naddopts = --doctest-modules\npython_files = test_*.py check_*.py\n',
        'src/units/a.py': source,
        'tests/test_b.py': 'def test_b():\n    assert True\n',
        'tests/check_c.py': 'def test_c():\n    assert True\n',
        'baton.yaml': 'tests: {framework: pytest, files: ["tests/test_*.py"]}\n',
      },
    });
    expect(told).toContain('3 passed');
    expect(told).toContain('not taken for test files: tests/check_c.py');
    expect(told).not.toContain('src/units/a.py');
  });

  it('tests of which nobody knows the file need not be named', async () => {
    const { code, told } = await doctor({
      files: {
        'baton.yaml': 'tests: { framework: tap, command: [printf, "ok 1 - adds\\nok 2 - subtracts\\n1..2\\n"] }\n',
      },
    });
    expect([code, told]).toEqual([0, expect.stringContaining('2 passed')]);
    expect(told).not.toContain('tests.files');
  });

  it('the sandbox is used, left out or insisted on', async () => {
    const sandbox = await findSandbox();
    const off = await doctor(yaml(`sandbox: off\n${EMPTY_SUITE}`));
    expect([off.code, off.told]).toEqual([
      0,
      expect.stringMatching(/note sandbox.*turns it off.*run as you[\s\S]*sandbox: none;/),
    ]);
    const required = await doctor(yaml(`sandbox: require\n${EMPTY_SUITE}`));
    expect(required.code).toBe(sandbox.kind === 'none' ? 1 : 0);
    expect(required.told).toContain(sandbox.kind === 'none' ? 'BAD  sandbox' : 'sandbox: bubblewrap');
  });
});

describe('a Python package that is installed for editing', () => {
  const files = {
    '.gitignore': '.venv\n',
    'pytest.ini': '[pytest]\ntestpaths = tests\n',
    'src/tiny/__init__.py': 'raise RuntimeError("committed")\n',
    'tests/test_tiny.py': 'import tiny\n\ndef test_one():\n    assert tiny.one() == 1\n',
  };

  it.each(['auto', 'off'])(
    'is tested as it is committed, not as it lies in the checkout (sandbox: %s)',
    async (sandbox) => {
      const { code, told } = await doctor({
        files: { ...files, 'baton.yaml': `sandbox: ${sandbox}\n` },
        afterwards(checkout) {
          writeFileSync(join(checkout, 'src/tiny/__init__.py'), 'def one():\n    return 1\n');
          makeEditable(join(checkout, '.venv'), { folders: [join(checkout, 'src')] });
        },
      });
      expect([code, told]).toEqual([
        1,
        expect.stringMatching(/tests\/test_tiny\.py \(not collected\): RuntimeError: committed/),
      ]);
      expect(told).toContain('project/.venv/bin/python');
    },
  );

  it.each(['auto', 'off'])('passes if only the commit is right (sandbox: %s)', async (sandbox) => {
    const right = { ...files, 'src/tiny/__init__.py': 'def one():\n    return 1\n' };
    const { code, told } = await doctor({
      files: { ...right, 'baton.yaml': `sandbox: ${sandbox}\n` },
      afterwards(checkout) {
        writeFileSync(join(checkout, 'src/tiny/__init__.py'), files['src/tiny/__init__.py']);
        makeEditable(join(checkout, '.venv'), { folders: [join(checkout, 'src')] });
      },
    });
    expect([code, told]).toEqual([0, expect.stringMatching(/ok {3}trial run {2}1 passed/)]);
  });
});
