import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { gitIn, temporaryDirectory } from '../repository.ts';
import { type Bench, benchOf, listed, textIn, writeFiles } from './benches.ts';

const FILES = { 'src/a.ts': 'aaaa\n', 'src/b.ts': 'bbbb\n', '.gitignore': 'dist/\n*.log\n' };

/** Something a session does to its workbench while it changes `src/a.ts` and adds `src/new.ts`. */
type Trick = (bench: Bench, outside: string) => void;

const mark = (outside: string) => `touch '${outside}/ran'`;
const setting =
  (...args: string[]): Trick =>
  ({ bench }) =>
    gitIn(bench.path, 'config', ...args);

const TRICKS: readonly (readonly [string, Trick])[] = [
  [
    'flags its index: assume unchanged',
    ({ bench }) => gitIn(bench.path, 'update-index', '--assume-unchanged', 'src/a.ts'),
  ],
  [
    'flags its index: skip the work tree',
    ({ bench }) => gitIn(bench.path, 'update-index', '--skip-worktree', 'src/a.ts'),
  ],
  ['excludes files in its own git directory', ({ at }) => writeFiles(at('.git'), { 'info/exclude': 'src/\n*\n' })],
  ['adds a rule that ignores its files', ({ at }) => writeFileSync(at('src/.gitignore'), '*\n')],
  ['names a file of rules of its own', setting('core.excludesFile', '/dev/stdin')],
  [
    'sets up a sparse checkout',
    ({ bench, at }) => {
      gitIn(bench.path, 'config', 'core.sparseCheckout', 'true');
      writeFiles(at('.git'), { 'info/sparse-checkout': '/nothing\n' });
    },
  ],
  ['leads its git to another work tree', (bench, outside) => setting('core.worktree', outside)(bench, outside)],
  ['breaks its index', ({ at }) => writeFileSync(at('.git/index'), 'no index')],
  ['breaks its settings', ({ at }) => writeFileSync(at('.git/config'), '[core\n')],
  ['removes its git directory', ({ at }) => rmSync(at('.git'), { recursive: true })],
  [
    'puts a file in place of its git directory',
    ({ at }, outside) => {
      rmSync(at('.git'), { recursive: true });
      writeFileSync(at('.git'), `gitdir: ${outside}\n`);
    },
  ],
  [
    'puts a link in place of its git directory',
    ({ at }, outside) => {
      renameSync(at('.git'), join(outside, 'git'));
      symlinkSync(join(outside, 'git'), at('.git'));
    },
  ],
  [
    'adds filters and attributes',
    ({ bench, at }, outside) => {
      writeFiles(at('.git'), { 'info/attributes': '* filter=evil text eol=crlf ident working-tree-encoding=UTF-16\n' });
      gitIn(bench.path, 'config', 'filter.evil.clean', `${mark(outside)}; echo changed`);
      gitIn(bench.path, 'config', 'filter.evil.process', mark(outside));
      gitIn(bench.path, 'config', 'core.autocrlf', 'true');
    },
  ],
  [
    'adds hooks and a monitor',
    ({ bench, at }, outside) => {
      const program = `#!/bin/sh\n${mark(outside)}\n`;
      writeFiles(at('.git'), {
        'hooks/post-index-change': program,
        'hooks/pre-commit': program,
        'monitor.sh': program,
      });
      for (const name of ['hooks/post-index-change', 'hooks/pre-commit', 'monitor.sh'])
        chmodSync(at(`.git/${name}`), 0o755);
      gitIn(bench.path, 'config', 'core.hooksPath', at('.git/hooks'));
      gitIn(bench.path, 'config', 'core.fsmonitor', at('.git/monitor.sh'));
    },
  ],
];

describe('a snapshot holds exactly the files there are, although the session', () => {
  it.each(TRICKS)('%s', async (_, trick) => {
    const opened = await benchOf(FILES);
    const { repository, bench, base, at } = opened;
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'secret'), 'secret');
    writeFileSync(at('src/a.ts'), 'AAAA\n');
    writeFileSync(at('src/new.ts'), 'new\n');
    trick(opened, outside);
    const { tree, problems } = await bench.snapshot();
    const files = listed(repository, tree).filter((line) => !line.endsWith('src/.gitignore'));
    expect(files).toEqual(['100644 .gitignore', '100644 src/a.ts', '100644 src/b.ts', '100644 src/new.ts']);
    expect(['src/a.ts', 'src/b.ts', 'src/new.ts'].map((path) => textIn(repository, tree, path))).toEqual([
      'AAAA\n',
      'bbbb\n',
      'new\n',
    ]);
    expect(problems).toEqual([]);
    expect(existsSync(join(outside, 'ran'))).toBe(false);

    await bench.reset(base);
    expect(gitIn(bench.path, 'status', '--porcelain', '--ignored')).toBe('');
    expect(gitIn(bench.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/work');
    expect(readFileSync(at('src/a.ts'), 'utf8')).toBe('aaaa\n');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('a change is seen although', () => {
  it('its size and its time of modification are put back', async () => {
    const { repository, bench, at } = await benchOf(FILES);
    const [file, times] = [at('src/a.ts'), join(temporaryDirectory(), 'times')];
    const before = lstatSync(file, { bigint: true });
    execFileSync('touch', ['-r', file, times]);
    writeFileSync(file, 'AAAA\n');
    execFileSync('touch', ['-r', times, file]);
    const { mtimeNs, size, ino } = lstatSync(file, { bigint: true });
    expect([mtimeNs, size, ino]).toEqual([before.mtimeNs, before.size, before.ino]);
    const { tree } = await bench.snapshot();
    expect(textIn(repository, tree, 'src/a.ts')).toBe('AAAA\n');
  });

  it('the file was remembered with a time long gone, and is changed again at once', async () => {
    const { repository, bench, at } = await benchOf(FILES);
    const old = new Date('2001-01-01');
    const write = (text: string) => {
      writeFileSync(at('src/a.ts'), text);
      utimesSync(at('src/a.ts'), old, old);
    };
    for (let round = 1000; round < 1010; round++) {
      write('aaaa\n');
      await setTimeout(10);
      await bench.snapshot();
      write(`${round}\n`);
      const { tree } = await bench.snapshot();
      expect(textIn(repository, tree, 'src/a.ts')).toBe(`${round}\n`);
    }
  });

  it('two folders with like files changed places', async () => {
    const files = { 'one/x': 'aaaa\n', 'two/x': 'bbbb\n' };
    const { repository, bench, at } = await benchOf(files);
    renameSync(at('one'), at('three'));
    renameSync(at('two'), at('one'));
    renameSync(at('three'), at('two'));
    const { tree } = await bench.snapshot();
    expect([textIn(repository, tree, 'one/x'), textIn(repository, tree, 'two/x')]).toEqual(['bbbb\n', 'aaaa\n']);
  });

  it('it is only the execute bit', async () => {
    const { repository, bench, at } = await benchOf(FILES);
    chmodSync(at('src/a.ts'), 0o755);
    const { tree } = await bench.snapshot();
    expect(listed(repository, tree)).toContain('100755 src/a.ts');
  });
});

describe('nothing outside the workbench is read, changed or removed', () => {
  it('through links to files and folders', async () => {
    const { repository, bench, base, at } = await benchOf(FILES);
    const outside = temporaryDirectory();
    writeFiles(outside, { secret: 'secret', 'b.ts': 'outside', '.git/config': '' });
    rmSync(at('src'), { recursive: true });
    symlinkSync(outside, at('src'));
    symlinkSync(join(outside, 'secret'), at('leak'));
    symlinkSync('/', at('root'));
    const { tree, problems } = await bench.snapshot();
    expect(listed(repository, tree)).toEqual(['100644 .gitignore', '120000 leak', '120000 root', '120000 src']);
    expect(textIn(repository, tree, 'src')).toBe(outside);
    expect(problems).toEqual([]);
    await bench.reset(base);
    expect(readFileSync(join(outside, 'b.ts'), 'utf8')).toBe('outside');
    expect(lstatSync(at('src')).isDirectory()).toBe(true);
    expect(gitIn(bench.path, 'status', '--porcelain')).toBe('');
  });

  it('through a second name of a file', async () => {
    const { bench, base, at } = await benchOf(FILES);
    const outside = join(temporaryDirectory(), 'mine');
    writeFileSync(outside, 'mine');
    rmSync(at('src/a.ts'));
    linkSync(outside, at('src/a.ts'));
    await bench.reset(base);
    expect([readFileSync(outside, 'utf8'), readFileSync(at('src/a.ts'), 'utf8')]).toEqual(['mine', 'aaaa\n']);
  });

  it('through a workbench that was moved away for a link', async () => {
    const { bench, base } = await benchOf(FILES);
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'mine'), 'mine');
    renameSync(bench.path, join(temporaryDirectory(), 'moved'));
    symlinkSync(outside, bench.path);
    expect(bench.isWhole()).toBe(false);
    await expect(bench.snapshot()).rejects.toMatchObject({ code: 'storage_failed' });
    await bench.reset(base);
    expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('mine');
    expect([bench.isWhole(), existsSync(join(bench.path, 'src/a.ts'))]).toEqual([true, true]);
  });
});

describe('what cannot be part of a candidate is told by path', () => {
  it('other repositories: whole, empty, planted, spelt otherwise', async () => {
    const { repository, bench, at } = await benchOf(FILES);
    writeFiles(at('.'), { 'whole/x': 'x', 'src/.git': 'gitdir: /nowhere\n', 'odd/.GIT/x': '', 'odder/git~1': '' });
    mkdirSync(at('empty'));
    gitIn(at('empty'), 'init', '--quiet');
    gitIn(at('whole'), 'init', '--quiet');
    gitIn(at('whole'), 'add', '.');
    mkdirSync(at('dist/ignored'), { recursive: true });
    gitIn(at('dist/ignored'), 'init', '--quiet');
    const { tree, problems } = await bench.snapshot();
    expect(problems.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
      'nested_repository empty',
      'nested_repository odd',
      'nested_repository odder',
      'nested_repository src',
      'nested_repository whole',
    ]);
    expect(listed(repository, tree)).toContain('100644 whole/x');
    gitIn(repository.cwd, 'read-tree', tree);
  });

  it('pipes, sockets, and what is too deep to be read', async () => {
    const { repository, bench, base, at } = await benchOf(FILES);
    execFileSync('sh', ['-c', 'mkfifo "$@"', 'sh', at('pipe'), at('dist.log')]);
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.on('listening', resolve));
    const dig = `for (let n = 0; n < 30; n++) { fs.mkdirSync('${'d'.repeat(200)}'); process.chdir('${'d'.repeat(200)}'); }`;
    execFileSync(process.execPath, ['-e', dig], { cwd: bench.path });
    const { tree, problems } = await bench.snapshot();
    server.close();
    expect(problems.map(({ kind, path }) => `${kind} ${path.slice(0, 10)}`)).toEqual([
      'unreadable dddddddddd',
      'pipe pipe',
      'socket socket',
    ]);
    expect(tree).toBe(gitIn(repository.cwd, 'rev-parse', `${base}^{tree}`));
    await bench.reset(base);
    expect(gitIn(bench.path, 'status', '--porcelain', '--ignored')).toBe('');
  });

  it('what its owner may not read', async (ctx) => {
    if (process.getuid?.() === 0) return ctx.skip('root may read everything');
    const { repository, bench, base, at } = await benchOf({ 'a/x': 'x', 'b/y': 'y', c: 'c' });
    for (const path of ['a/x', 'b']) chmodSync(at(path), 0);
    const { tree, problems } = await bench.snapshot();
    expect(problems.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['unreadable b', 'unreadable a/x']);
    expect(listed(repository, tree)).toEqual(['100644 c']);
    await bench.reset(base);
    expect((await bench.snapshot()).problems).toEqual([]);
  });

  it('files beyond a limit; a large one that nobody touched stays', async () => {
    const { repository, bench, base, at } = await benchOf({ 'large.bin': 'l'.repeat(5000), 'b.txt': 'b' });
    writeFiles(at('.'), { 'huge.bin': 'h'.repeat(2000), 'one.txt': 'x'.repeat(600), 'two.txt': 'y'.repeat(600) });
    const { tree, problems } = await bench.snapshot({ fileBytes: 1000, totalBytes: 1000 });
    expect(problems).toEqual([
      { kind: 'too_large', path: 'huge.bin' },
      { kind: 'too_large', path: 'two.txt' },
    ]);
    expect(listed(repository, tree)).toEqual(['100644 b.txt', '100644 large.bin', '100644 one.txt']);
    utimesSync(at('large.bin'), 1, 1);
    expect((await bench.snapshot({ fileBytes: 1000, totalBytes: 9000 })).problems).toHaveLength(1);
    truncateSync(at('large.bin'), 2 ** 40);
    expect((await bench.snapshot({ fileBytes: 1000, totalBytes: 9000 })).problems).toHaveLength(2);
    writeFileSync(at('large.bin'), 'L'.repeat(5000));
    expect((await bench.snapshot({ fileBytes: 1000, totalBytes: 9000 })).problems).toHaveLength(2);
    await bench.reset(base);
  });

  it('what lies in a submodule, and links that git would refuse', async () => {
    const opened = await benchOf(FILES);
    const { repository, bench, at } = opened;
    gitIn(repository.cwd, 'update-index', '--add', '--cacheinfo', `160000,${opened.base},sub`);
    gitIn(repository.cwd, 'update-index', '--add', '--cacheinfo', `160000,${opened.base},gone`);
    gitIn(repository.cwd, 'commit', '--quiet', '--message=submodules');
    await bench.reset(gitIn(repository.cwd, 'rev-parse', 'HEAD'));
    expect(lstatSync(at('sub')).isDirectory()).toBe(true);
    writeFileSync(at('sub/x'), 'x');
    rmSync(at('gone'), { recursive: true });
    symlinkSync('/etc/passwd', at('.gitmodules'));
    symlinkSync('/etc/passwd', at('.GitModules'));
    const { tree, problems } = await bench.snapshot();
    expect(problems.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
      'inside_submodule sub',
      'refused_name .GitModules',
      'refused_name .gitmodules',
    ]);
    expect(listed(repository, tree)).toEqual(['100644 .gitignore', '100644 src/a.ts', '100644 src/b.ts', '160000 sub']);
    gitIn(repository.cwd, 'read-tree', tree);
  });
});
