import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { lookAtTextFile, readTextFile, readTextFiles } from './text-files.ts';

function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const isMarkdown = (path: string): boolean => path.endsWith('.md');
const read = (directory: string, folder = '') => readTextFiles(directory, folder, isMarkdown).map(({ file }) => file);
const errors = (directory: string) =>
  readTextFiles(directory, '', isMarkdown).map(({ file, error }) => [file, error?.message]);

describe('text files of a directory', () => {
  it('are those that match, in the order of their paths', () => {
    const directory = directoryWith({ 'b/z.md': 'z', 'b/a.md': 'a', 'a.md': 'top', 'b/a.txt': 'no', 'b/c/d.md': 'd' });
    expect(read(directory)).toEqual(['a.md', 'b/a.md', 'b/c/d.md', 'b/z.md']);
    expect(readTextFiles(directory, 'b', isMarkdown)[0]).toEqual({ file: 'b/a.md', text: 'a' });
  });

  it('are none in a folder that does not exist, nor among installed packages and git files', () => {
    const directory = directoryWith({ 'node_modules/x/a.md': '', '.git/a.md': '', file: '' });
    expect([read(directory), read(directory, 'gone'), read(directory, 'file')]).toEqual([[], [], []]);
  });

  it('may be links and lie behind links inside the directory', () => {
    const directory = directoryWith({ 'real/a.md': 'a' });
    symlinkSync('real', join(directory, 'linked'));
    symlinkSync('real/a.md', join(directory, 'b.md'));
    symlinkSync('real', join(directory, 'folder.md'));
    expect(read(directory, 'linked')).toEqual(['linked/a.md']);
    expect(read(directory)).toEqual(['b.md', 'real/a.md']);
  });

  it('are there with an error when a link leads out of the directory or to git files', () => {
    const outside = directoryWith({ secret: 'key' });
    for (const target of [join(outside, 'secret'), join('..', basename(outside), 'secret'), '.git/config']) {
      const directory = directoryWith({ '.git/config': 'token' });
      symlinkSync(target, join(directory, 'a.md'));
      expect(errors(directory)).toEqual([['a.md', expect.stringContaining('a.md leads out of the project')]]);
      expect(() => readTextFile(directory, 'a.md')).toThrow('a.md leads out of the project');
    }
  });

  it('are there with an error when they are too large, lead nowhere or are no files, and keep none from being read', () => {
    const directory = directoryWith({ 'a.md': 'x'.repeat(1_000_001), 'b.md': 'b' });
    symlinkSync('gone', join(directory, 'c.md'));
    symlinkSync('d.md', join(directory, 'd.md'));
    execFileSync('mkfifo', [join(directory, 'e.md')]);
    expect(errors(directory)).toEqual([
      ['a.md', 'a.md is larger than 1000000 bytes.'],
      ['b.md', undefined],
      ['c.md', expect.stringContaining('read c.md')],
      ['d.md', expect.stringContaining('read d.md')],
      ['e.md', 'e.md is a named pipe, not a regular file.'],
    ]);
    expect(lookAtTextFile(directory, 'e.md')).toMatchObject({ file: 'e.md', text: '' });
    expect(lookAtTextFile(directory, 'f.md')).toBeUndefined();
  });
});
