import { describe, expect, it } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { bytePath, foldersAbove, isGitName, isModulesName, pathText, systemPath } from './byte-path.ts';

it('a path is kept byte for byte, and shown as text', () => {
  const odd = Buffer.from([0x61, 0xff, 0x2f, 0xc3, 0xbc]).toString('latin1');
  expect([systemPath(odd), systemPath('a/b')]).toEqual([Buffer.from([0x61, 0xff, 0x2f, 0xc3, 0xbc]), 'a/b']);
  expect(pathText(odd)).toBe('a\ufffd/ü');
  expect(pathText(bytePath('ü\n😀'))).toBe('ü\n😀');
  expect(foldersAbove('a/b/c')).toEqual(['a/b', 'a']);
  expect([foldersAbove('a'), foldersAbove('')]).toEqual([[], []]);
});

describe('a name that git refuses is seen', () => {
  const NAMES = [
    ...['.git', '.GIT', '.Git ', '.git.', '.git. .', '.git::$INDEX_ALLOCATION', 'git~1', 'GIT~1', 'a\\.git', '.git\\x'],
    ...['.g\u200cit', '\ufeff.git', 'git', '.gitx', '.gitignore', '.gitmodules', 'git~2', 'x.git', '.git-x', 'a\\b'],
  ];

  it.each(NAMES)('%j', (name) => {
    const path = temporaryRepository();
    gitIn(path, 'config', 'core.protectHFS', 'true');
    const blob = gitIn(path, 'hash-object', '-w', '/dev/null');
    let refused = false;
    try {
      gitIn(path, 'update-index', '--add', '--cacheinfo', `100644,${blob},${name}`);
    } catch {
      refused = true;
    }
    expect(isGitName(bytePath(name))).toBe(refused);
  });

  it('also where only a link of it is refused', () => {
    const names = ['.gitmodules', '.GITMODULES', 'gitmod~1', '.gitmodules ', '.gitmodule', '.gitmodulesx'];
    expect(names.map((name) => isModulesName(name))).toEqual([true, true, true, true, false, false]);
  });
});
