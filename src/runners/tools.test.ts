import { describe, expect, it } from 'vitest';
import { refuseWrite } from './tools.ts';

const request = {
  workbench: '/work/bench',
  mayNotWrite: (path: string) => (path.startsWith('src/') ? `${path}: not in this phase.` : undefined),
};

describe('a write', () => {
  it.each([
    ['test/a.test.js', undefined],
    ['/work/bench/test/a.test.js', undefined],
    ['./test/../test/b.js', undefined],
    ['src/a.js', 'src/a.js: not in this phase.'],
    ['/work/bench/src/a.js', 'src/a.js: not in this phase.'],
    ['test/../src/a.js', 'src/a.js: not in this phase.'],
    ['../other/a.js', '../other/a.js is outside /work/bench. Work only in that directory.'],
    ['/etc/passwd', '/etc/passwd is outside /work/bench. Work only in that directory.'],
    ['/work/bench', '/work/bench is outside /work/bench. Work only in that directory.'],
    ['/work/bench-2/a.js', '/work/bench-2/a.js is outside /work/bench. Work only in that directory.'],
    ['.git/config', '.git/config belongs to git. Leave it alone.'],
    ['..a.js', undefined],
    ['.github/a.yml', undefined],
  ])('of %s: %s', (path, why) => {
    expect(refuseWrite(path, request)).toBe(why);
  });
});
