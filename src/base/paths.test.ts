import { describe, expect, it } from 'vitest';
import { directoryOf, foldersOf, foldPath, joinPath, linkTarget, pathProblem } from './paths.ts';

describe('a path', () => {
  it.each([
    'a',
    'src/stack.ts',
    'ünï/日本.ts',
    '.github/x',
    'a b',
    '.gitignore',
    'git',
    'a.git/b',
    '👨‍👩‍👧.ts',
    'نامه‌ای.txt',
  ])('%s is plain', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'absolute'],
    ['a\\b', 'backslash'],
    ['a\nb', 'control'],
    ['a\u0000b', 'control'],
    ['a\u202Eb', 'control'],
    ['a\u2028b', 'control'],
    ['a\uFFFDb', 'Unicode'],
    ['a\uD800b', 'Unicode'],
    ['a//b', 'empty part'],
    ['a/', 'empty part'],
    ['a/../b', 'leads elsewhere'],
    ['./a', 'leads elsewhere'],
    ['a./b', 'ends in a dot'],
    ['a /b', 'ends in a dot or a space'],
    ['.git/config', 'git'],
    ['sub/.GIT/hooks/x', 'git'],
    ['git~1/x', 'git'],
    ['.g\u200cit/x', 'git'],
    ['.git:stream', 'git'],
    [`${'x'.repeat(256)}`, 'part longer'],
    [`${'é'.repeat(130)}`, 'part longer'],
    [`${'abcdefgh/'.repeat(120)}x`, 'longer than 1024'],
  ])('%j is refused: %s', (path, words) => {
    expect(pathProblem(path)).toContain(words);
  });
});

it('paths that some file system takes for the same fold to the same', () => {
  expect(foldPath('CLAUDE.md')).toBe(foldPath('claude.MD'));
  expect(foldPath('caf\u00e9')).toBe(foldPath('cafe\u0301'));
  expect(foldPath('a\u200bb')).toBe('ab');
  expect(foldPath('a')).not.toBe(foldPath('b'));
});

it.each([
  ['a/link', 'b', 'a/b'],
  ['a/link', '../b/./c', 'b/c'],
  ['link', '..', undefined],
  ['a/b/link', '../../..', undefined],
  ['a/link', '..', ''],
  ['link', '/etc', undefined],
  ['link', 'a\\b', undefined],
  ['link', '', undefined],
])('the link %s to %s leads to %s', (link, target, expected) => {
  expect(linkTarget(link, target)).toBe(expected);
});

it('knows the folders above a path', () => {
  expect(foldersOf('a/b/c')).toEqual(['a', 'a/b']);
  expect(foldersOf('a')).toEqual([]);
});

it('paths are joined, and what leaves the tree keeps saying so', () => {
  expect(directoryOf('a/b.ts')).toBe('a');
  expect(directoryOf('b.ts')).toBe('');
  expect(joinPath('a/b', './../c//d.ts')).toBe('a/c/d.ts');
  expect(joinPath('a', '../../../b')).toBe('../../b');
});
