import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { proverFor, scriptProject } from '../../test/engine/script-project.ts';
import { gitIn, temporaryDirectory } from '../../test/repository.ts';
import type { Setup } from '../frameworks/framework.ts';
import { findSandbox } from '../sys/sandbox.ts';

describe('dependencies of a proof', () => {
  const setup: Setup = {
    tool: 'sh',
    directory: '.',
    lockFiles: ['lock.txt'],
    commands: [
      ['sh', '-c', 'mkdir -p node_modules/dep && cat lock.txt > node_modules/dep/index && echo run >> ../runs && ls'],
    ],
    environment: { DEP_HOME: '{project}/node_modules' },
    needs: ['lock.txt', 'manifest.json'],
    placeholders: [],
    results: ['node_modules'],
  };

  it.each(['auto', 'off'] as const)(
    'are installed once per lock file and shown to the tests (sandbox %s)',
    async (sandbox) => {
      const files = { 'lock.txt': 'version 1', 'manifest.json': '{}' };
      const { path, tree } = await scriptProject('cat node_modules/dep/index; echo x > node_modules/dep/index', files);
      const cache = temporaryDirectory();
      const told: string[] = [];
      const first = await proverFor(path, { setup, cache, sandbox });
      const { report, dependencies } = await first.prove(tree, { onProgress: (line) => told.push(line) });
      expect(report.output).toContain('version 1');
      expect(dependencies).toContain('lock.txt, by sh -c');
      expect(told[0]).toContain('installing dependencies');
      await first.prove(tree, { fresh: true });
      const [entry = ''] = readdirSync(join(cache, 'dependencies'));
      expect(readFileSync(join(cache, 'dependencies', entry, 'runs'), 'utf8')).toBe('run\n');
      expect(readFileSync(join(cache, 'dependencies', entry, 'project/node_modules/dep/index'), 'utf8')).toBe(
        'version 1',
      );
      expect(existsSync(join(cache, 'dependencies', entry, 'project/test.sh'))).toBe(false);
    },
  );

  it('are installed anew for another lock file', async () => {
    const cache = temporaryDirectory();
    const { path, tree } = await scriptProject('cat node_modules/dep/index', { 'lock.txt': 'version 1' });
    await (await proverFor(path, { setup, cache })).prove(tree);
    writeFileSync(join(path, 'lock.txt'), 'version 2');
    gitIn(path, 'add', '--all');
    const { report } = await (await proverFor(path, { setup, cache })).prove(gitIn(path, 'write-tree'));
    expect(report.output).toContain('version 2');
    expect(readdirSync(join(cache, 'dependencies'))).toHaveLength(2);
  });

  it('are installed with the variables that tests.env names, which reach neither tests nor messages', async () => {
    vi.stubEnv('REGISTRY_TOKEN', 'very-secret-value');
    onTestFinished(() => void vi.unstubAllEnvs());
    const cache = temporaryDirectory();
    const { path, tree } = await scriptProject('echo "token:$REGISTRY_TOKEN."', { 'lock.txt': 'x' });
    const commands = [['sh', '-c', 'echo "got $REGISTRY_TOKEN"; mkdir node_modules; test -n "$REGISTRY_TOKEN"']];
    const told: string[] = [];
    const options = { setup: { ...setup, commands }, cache, variables: ['REGISTRY_TOKEN'] };
    const { report } = await (await proverFor(path, options)).prove(tree, { onProgress: (line) => told.push(line) });
    expect(report.output).toContain('token:.');
    expect(told.join('\n')).toContain('got [redacted: REGISTRY_TOKEN]');
    const failing = { ...setup, commands: [['sh', '-c', 'echo "error: 401 for $REGISTRY_TOKEN"; exit 1']] };
    const failed = (await proverFor(path, { ...options, setup: failing })).prove(tree, { fresh: true });
    await expect(failed).rejects.toThrow('error: 401 for [redacted: REGISTRY_TOKEN]');
    vi.stubEnv('REGISTRY_TOKEN', undefined);
    const missing = (await proverFor(path, { ...options, setup: failing })).prove(tree, { fresh: true });
    await expect(missing).rejects.toThrow('tests.env in baton.yaml names REGISTRY_TOKEN, not set in your environment.');
  });

  it('that cannot be installed are told with the command and what it printed, and leave no half of them', async () => {
    const cache = temporaryDirectory();
    const { path, tree } = await scriptProject('true', { 'lock.txt': 'x' });
    const failing = { ...setup, commands: [['sh', '-c', 'mkdir node_modules; echo no such package; exit 1']] };
    await expect((await proverFor(path, { setup: failing, cache })).prove(tree)).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringMatching(/Installing dependencies failed: sh -c[\s\S]*no such package/),
    });
    expect(readdirSync(join(cache, 'dependencies'))).toEqual([]);
  });

  it('whose install is stopped are not waited for, and leave no half of them', async () => {
    const cache = temporaryDirectory();
    const { path, tree } = await scriptProject('true', { 'lock.txt': 'x' });
    const endless = { ...setup, commands: [['sh', '-c', 'mkdir node_modules; echo begun; sleep 600']] };
    const stopping = new AbortController();
    const onProgress = (line: string) => line === 'begun' && stopping.abort();
    const stopped = (await proverFor(path, { setup: endless, cache })).prove(tree, {
      onProgress,
      signal: stopping.signal,
    });
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(join(cache, 'dependencies'))).toEqual([]);
  });

  it('come from the checkout where there is no lock file, and it says so', async () => {
    const { path, tree } = await scriptProject('cat node_modules/dep.txt; echo changed > node_modules/dep.txt');
    mkdirSync(join(path, 'node_modules'));
    writeFileSync(join(path, 'node_modules/dep.txt'), 'installed');
    const { report, dependencies } = await (await proverFor(path, { checkout: path })).prove(tree);
    expect(report.output).toContain('installed');
    expect(dependencies).toContain('what the checkout has installed');
    expect(readFileSync(join(path, 'node_modules/dep.txt'), 'utf8')).toBe('installed');
  });

  it('come from the checkout where nothing is to be installed, or the tool for it is missing, and it says why', async () => {
    const { path, tree } = await scriptProject('cat node_modules/dep.txt', { 'lock.txt': 'x' });
    mkdirSync(join(path, 'node_modules'));
    writeFileSync(join(path, 'node_modules/dep.txt'), 'installed');
    const cache = temporaryDirectory();
    const missing = { ...setup, commands: [['no-such-manager', 'ci']], toolFrom: 'npm install no-such-manager' };
    for (const [options, why] of [
      [{ setup, command: false }, 'what the checkout has installed (tests.setup is false)'],
      [{ setup: missing }, 'what the checkout has installed (lock.txt needs no-such-manager, which is not installed)'],
      [{ setup: { ...setup, unfit: 'lock.txt builds it' } }, 'what the checkout has installed (lock.txt builds it)'],
    ] as const) {
      const proofs = await proverFor(path, { ...options, checkout: path, cache });
      const { report, dependencies } = await proofs.prove(tree, { fresh: true });
      expect([report.output, dependencies]).toEqual(['installed', why]);
    }
    expect(existsSync(join(cache, 'dependencies'))).toBe(false);
  });

  it('come from this machine where the tool for them is missing and an interpreter may have them', async () => {
    const { path, tree } = await scriptProject('echo ran', { 'lock.txt': 'x' });
    const missing = { ...setup, commands: [['no-such-manager', 'sync']], toolFrom: 'pip install no-such-manager' };
    const proofs = await proverFor(path, { setup: { ...missing, orInterpreter: true }, checkout: path });
    const { report, dependencies } = await proofs.prove(tree);
    expect(report.output).toBe('ran\n');
    expect(dependencies).toBe(
      'what this machine has installed (lock.txt needs no-such-manager, which is not installed)',
    );
  });

  it.each(['auto', 'off'] as const)(
    'that are links to packages of the checkout lead to those of the tree (sandbox %s)',
    async (sandbox) => {
      const files = { 'packages/a/who': 'tree\n', 'packages/b/who': 'tree\n', '.gitignore': 'node_modules\n' };
      const { path, tree } = await scriptProject('cat node_modules/a/who node_modules/@own/b/who', files);
      const modules = join(path, 'node_modules');
      mkdirSync(join(modules, '@own'), { recursive: true });
      symlinkSync(join(path, 'packages/a'), join(modules, 'a'));
      symlinkSync('/usr/share', join(modules, 'elsewhere'));
      symlinkSync(`../../../${basename(path)}/packages/b`, join(modules, '@own/b'));
      for (const name of ['a', 'b']) writeFileSync(join(path, 'packages', name, 'who'), 'checkout\n');
      const proofs = await proverFor(path, { checkout: path, sandbox });
      for (let round = 0; round < 2; round++)
        expect((await proofs.prove(tree, { fresh: true })).report.output).toBe('tree\ntree\n');
      expect(readlinkSync(join(modules, 'a'))).toBe(join(path, 'packages/a'));
    },
  );

  it('that name the checkout in an environment of Python are copied with the place they are copied to', async () => {
    const { path, tree } = await scriptProject('cat .venv/lib/python3/site-packages/own.pth; head -1 .venv/bin/tool');
    const site = join(path, '.venv/lib/python3/site-packages');
    for (const folder of [site, join(path, '.venv/bin')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(path, '.venv/pyvenv.cfg'), '');
    writeFileSync(join(site, 'own.pth'), `${path}/src\n${path}-other/src\n`);
    writeFileSync(join(path, '.venv/bin/tool'), `#!${path}/.venv/bin/python\n`);
    const { report } = await (await proverFor(path, { checkout: path, sandbox: 'off' })).prove(tree);
    const [src = '', other, tool] = report.output.split('\n');
    expect([other, tool]).toEqual([`${path}-other/src`, `#!${src.replace(/\/src$/, '')}/.venv/bin/python`]);
    expect(src).toMatch(/baton-proof-.*\/project\/src$/);
    expect(readFileSync(join(site, 'own.pth'), 'utf8')).toContain(`${path}/src\n`);
  });

  it('have writable caches where tools insist on them', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(`no sandbox: ${sandbox.why}`);
    const script =
      'echo x > node_modules/.vite-temp/x && echo y > node_modules/.cache/y && echo layered; echo z > node_modules/z';
    const { path, tree } = await scriptProject(script, { 'lock.txt': 'version 1' });
    const { report } = await (await proverFor(path, { setup })).prove(tree);
    expect(report.output).toContain('layered');
    expect(report.exitCode).not.toBe(0);
  });

  it('of the checkout have a writable cache, too, which stays empty there', async () => {
    const { path, tree } = await scriptProject('echo x > node_modules/.cache/x && echo cached');
    mkdirSync(join(path, 'node_modules/dep'), { recursive: true });
    const { report } = await (await proverFor(path, { checkout: path })).prove(tree);
    expect(report.output).toContain('cached');
    expect(readdirSync(join(path, 'node_modules/.cache'))).toEqual([]);
  });

  it.each(['auto', 'off'] as const)(
    'are the same for the next proof, whatever tests did to them (sandbox %s)',
    async (sandbox) => {
      const script =
        'cat node_modules/dep/index; ls node_modules; { echo x > node_modules/dep/index; echo y > node_modules/y; } 2> /dev/null; true';
      const { path, tree } = await scriptProject(script, { 'lock.txt': 'version 1' });
      const proofs = await proverFor(path, { setup, sandbox });
      for (let round = 0; round < 3; round++) {
        const { report } = await proofs.prove(tree, { fresh: true });
        expect(report.output).toBe('version 1dep\n');
      }
    },
  );

  it('come from the command of the user where there is one, and are whatever it makes', async () => {
    const script = 'cat made/by-hand.txt packages/a/made.txt; ls packages/a';
    const files = { 'lock.txt': 'x', 'package.json': '{}', 'packages/a/package.json': '{"name":"a"}', 'src/a.js': '' };
    const { path, tree } = await scriptProject(script, files);
    const command = 'ls -R; mkdir made && cat package.json > made/by-hand.txt && echo inner > packages/a/made.txt';
    for (const own of [command, ['sh', '-c', command]]) {
      const told: string[] = [];
      const proofs = await proverFor(path, { setup, command: own, cache: temporaryDirectory() });
      const { report, dependencies } = await proofs.prove(tree, { onProgress: (line) => told.push(line) });
      expect(report.output).toBe('{}inner\nmade.txt\npackage.json\n');
      expect(dependencies).toContain('mkdir made');
      expect(told.join('\n')).not.toContain('test.sh');
    }
  });

  it('that need a program which is not there are told with the command that installs it', async () => {
    const { path, tree } = await scriptProject('true', { 'lock.txt': 'x' });
    const absent = {
      ...setup,
      commands: [['no-such-manager', 'ci']],
      toolFrom: 'npm install --global no-such-manager',
    };
    await expect((await proverFor(path, { setup: absent })).prove(tree)).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringMatching(/lock\.txt needs no-such-manager.*`npm install --global no-such-manager`/),
    });
  });
});
