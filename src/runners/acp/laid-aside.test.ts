import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTemporary } from '../../sys/kept-file.ts';
import { layAside } from './laid-aside.ts';

/** A directory with settings of a program: a file, a directory, and a link that leads nowhere. */
function withSettings(work: (bench: string, place: string) => void): Promise<void> {
  return withTemporary('baton-aside-', async (directory) => {
    const bench = join(directory, 'bench');
    mkdirSync(join(bench, 'tools/plugins'), { recursive: true });
    writeFileSync(join(bench, 'tools/plugins/a.js'), 'a');
    writeFileSync(join(bench, 'tools.json'), '{}');
    symlinkSync('nowhere', join(bench, 'link.json'));
    work(bench, join(directory, 'aside'));
  });
}

const NAMES = ['tools', 'tools.json', 'link.json', 'none.json'];

describe('files that are laid aside', () => {
  it('are out of sight, and come back as they were', () =>
    withSettings((bench, place) => {
      const aside = layAside(NAMES, bench, place);
      expect(aside.names).toEqual(['tools', 'tools.json', 'link.json']);
      expect(NAMES.some((name) => existsSync(join(bench, name)))).toBe(false);
      aside.putBack();
      expect(readFileSync(join(bench, 'tools/plugins/a.js'), 'utf8')).toBe('a');
      expect(lstatSync(join(bench, 'link.json')).isSymbolicLink()).toBe(true);
      expect(existsSync(join(bench, 'none.json'))).toBe(false);
    }));

  it('do not take the place of what was made meanwhile', () =>
    withSettings((bench, place) => {
      const aside = layAside(NAMES, bench, place);
      writeFileSync(join(bench, 'tools.json'), '{"new": true}');
      aside.putBack();
      expect(readFileSync(join(bench, 'tools.json'), 'utf8')).toBe('{"new": true}');
    }));
});
