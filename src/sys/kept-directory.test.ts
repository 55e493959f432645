import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { settled } from './discard.ts';
import { borrowKept, keepDirectory } from './kept-directory.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryDirectory(), 'folder');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('a directory that is kept', () => {
  it('is copied as often as it is needed, and no copy reaches it', () => {
    const place = join(temporaryDirectory(), 'deep/kept');
    keepDirectory(folderWith({ a: '1' }), place);
    for (const copy of [join(temporaryDirectory(), 'x'), join(temporaryDirectory(), 'y')]) {
      borrowKept(place, copy);
      expect(readFileSync(join(copy, 'a'), 'utf8')).toBe('1');
      writeFileSync(join(copy, 'a'), 'changed');
    }
    expect(readFileSync(join(place, 'a'), 'utf8')).toBe('1');
  });

  it('takes the place of the one before', async () => {
    const place = join(temporaryDirectory(), 'kept');
    keepDirectory(folderWith({ a: '1', b: '1' }), place);
    keepDirectory(folderWith({ a: '2' }), place);
    await settled();
    expect([readdirSync(place), readdirSync(join(place, '..'))]).toEqual([['a'], ['kept']]);
  });

  it('that is empty, is not there or became a link is not kept', () => {
    const place = join(temporaryDirectory(), 'kept');
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(folderWith({ mine: '1' }), link);
    for (const from of [folderWith({}), '/nowhere', link]) keepDirectory(from, place);
    expect([existsSync(place), existsSync(join(link, 'mine'))]).toEqual([false, true]);
  });

  it('that is too large is not kept, nor is what it would have replaced', () => {
    const place = join(temporaryDirectory(), 'kept');
    keepDirectory(folderWith({ a: '1' }), place);
    const large = folderWith({ b: '' });
    truncateSync(join(large, 'b'), 500 * 1024 * 1024);
    keepDirectory(large, place);
    expect(existsSync(place)).toBe(false);
  });

  it('is copied without the links in it, and nothing is where there is none', () => {
    const place = join(temporaryDirectory(), 'kept');
    const folder = folderWith({ a: '1' });
    symlinkSync('/etc/passwd', join(folder, 'link'));
    keepDirectory(folder, place);
    const copies = [join(temporaryDirectory(), 'x'), join(temporaryDirectory(), 'y')] as const;
    borrowKept(place, copies[0]);
    borrowKept('/nowhere', copies[1]);
    expect(copies.map((copy) => readdirSync(copy))).toEqual([['a'], []]);
  });
});
