import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob, globsIn, matchAny } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['a.ts', 'a.ts', true],
    ['a.ts', 'b/a.ts', false],
    ['*.ts', 'a.ts', true],
    ['*.ts', '.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['*', '.hidden', true],
    ['**', 'a/b/c', true],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['**/a/**/b', 'a/b', true],
    ['**/a/**/b', 'x/a/y/z/b', true],
    ['**/a/**/b', 'x/b/a', false],
    ['src/**', 'src', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'srcs/a', false],
    ['src/', 'src/a', true],
    ['a**b', 'axxb', true],
    ['a**b', 'ax/xb', false],
    ['?.ts', 'a.ts', true],
    ['?.ts', '😀.ts', true],
    ['?.ts', 'ab.ts', false],
    ['[abc].ts', 'b.ts', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]a]', ']', true],
    ['[a-]', '-', true],
    ['[a', '[a', true],
    ['*.{js,ts}', 'a.ts', true],
    ['*.{js,ts}', 'a.py', false],
    ['{a,b/c}/*.ts', 'b/c/x.ts', true],
    ['{a,{b,c}}', 'c', true],
    ['a{,.d}.ts', 'a.ts', true],
    ['a{,.d}.ts', 'a.d.ts', true],
    ['{a}', '{a}', true],
    ['{a', '{a', true],
    ['a,b', 'a,b', true],
    ['a}', 'a}', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['\\{a,b\\}', '{a,b}', true],
    ['a\\', 'a\\', true],
    ['A.ts', 'a.ts', false],
    ['baton*.yaml', 'baton.ci.yaml', true],
  ])('%s on %s: %s', (glob, path, expected) => {
    expect(compileGlob(glob)(path)).toBe(expected);
  });

  it('with too many alternatives means its braces as they are', () => {
    const glob = '{a,b}'.repeat(12);
    expect(compileGlob(glob)('ab'.repeat(6))).toBe(false);
    expect(compileGlob(glob)(glob)).toBe(true);
  });

  it('comes to an end on what makes a backtracking matcher hang', () => {
    expect(compileGlob(`${'a*'.repeat(40)}b`)('a'.repeat(5000))).toBe(false);
    expect(compileGlob(`${'**/a/'.repeat(40)}b`)('a/'.repeat(3000))).toBe(false);
  });
});

it('a list of globs also matches paths that are spelt like one of them', () => {
  expect(matchAny(['pages/[id].test.ts'])('pages/[id].test.ts')).toBe(true);
  expect(matchAny(['a', '*.ts'])('b.ts')).toBe(true);
  expect(matchAny([])('b.ts')).toBe(false);
});

/** The same meaning, by trying everything: slow and plain. */
function naive(glob: string, path: string): boolean {
  if (glob === '') return path === '';
  if (glob === '**') return true;
  if (glob.startsWith('**/')) {
    if (naive(glob.slice(3), path)) return true;
    const slash = path.indexOf('/');
    return slash >= 0 && naive(glob, path.slice(slash + 1));
  }
  if (glob === '/**' && path === '') return true;
  if (glob.startsWith('/**/') && naive(glob.slice(3), path)) return true;
  if (glob[0] === '*') {
    const rest = glob.replace(/^\*+/, '');
    for (let end = 0; end <= path.length; end++) {
      if (path.slice(0, end).includes('/')) break;
      if (naive(rest, path.slice(end))) return true;
    }
    return false;
  }
  if (path === '') return false;
  if (glob[0] === '?') return path[0] !== '/' && naive(glob.slice(1), path.slice(1));
  return glob[0] === path[0] && naive(glob.slice(1), path.slice(1));
}

it('agrees with a matcher that tries everything', () => {
  const part = fc.array(fc.constantFrom('a', 'b', '*', '?'), { minLength: 1, maxLength: 4 }).map((one) => one.join(''));
  const glob = fc
    .array(fc.oneof({ weight: 2, arbitrary: part.filter((text) => !text.includes('**')) }, fc.constant('**')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('/'));
  const path = fc
    .array(
      fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 }).map((one) => one.join('')),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(glob, path, (one, other) => {
      expect(compileGlob(one)(other)).toBe(naive(one, other));
    }),
    { numRuns: 2000 },
  );
});

it('several stand in a text with white space between them', () => {
  expect(globsIn('\n  a/** *.{b,c}\n  d')).toEqual(['a/**', '*.{b,c}', 'd']);
});
