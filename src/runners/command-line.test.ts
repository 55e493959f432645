import { describe, expect, it } from 'vitest';
import { onlyReads, partsOf } from './command-line.ts';

const reads = (line: string) => partsOf(line)?.every(onlyReads) === true;

describe('a command of an agent without a shell', () => {
  it.each([
    'cat README.md',
    'ls -la src test',
    "sed -n '1,200p' src/a.ts",
    'sed -n "5p" src/a.ts',
    "sed -n '10,$p' src/a.ts",
    "rg -n 'a|b; c > d' src | head -20",
    'cd src && ls; pwd',
    'cat a 2>/dev/null || cat b 2>&1',
    "find . -name '*.test.js' -not -path './node_modules/*'",
    'git log --oneline -5\ngit diff --stat',
    'cat a\\ b "c d"',
  ])('may read: %s', (line) => expect(reads(line)).toBe(true));

  it.each([
    'echo x > a',
    'cat a >> b',
    'cat < a',
    'cat a & touch b',
    'touch a',
    'cat a | tee b',
    'cat $(touch a)',
    'cat `touch a`',
    'cat "$(touch a)"',
    'X=1 touch a',
    '(touch a)',
    '{ touch a; }',
    "bash -c 'touch a'",
    "sed -i 's/a/b/' c",
    "sed -n 'w out' a",
    "sed -n '1p' -i a",
    'find . -delete',
    'find . -execdir touch {} +',
    'rg --pre ./evil x',
    'git commit -m x',
    'git diff --output=a',
    'git -c core.pager=evil log',
    'git grep -Oevil x',
    'cat a 2>b',
    'toString',
    "cat 'a",
  ])('may not: %s', (line) => expect(reads(line)).toBe(false));

  it('is taken apart into words without their quotes', () => {
    expect(partsOf(`git commit -m 'a b'"c" && ls`)).toEqual([['git', 'commit', '-m', 'a bc'], ['ls']]);
    expect(partsOf('')).toEqual([]);
  });
});
