import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { settled } from './discard.ts';
import { borrowCopy, versionOf } from './spare-copy.ts';

describe('a borrowed copy', () => {
  let from: string;
  let place: string;

  beforeEach(() => {
    place = temporaryDirectory();
    from = join(place, 'from');
    mkdirSync(join(from, 'deep/er'), { recursive: true });
    writeFileSync(join(from, 'a.txt'), 'a');
    writeFileSync(join(from, 'deep/er/b.txt'), 'b');
    symlinkSync('../a.txt', join(from, 'deep/link'));
  });

  const borrow = (to: string, version = '1') =>
    borrowCopy({ from, to: join(place, to), spares: join(place, 'spares'), version });
  const text = (...path: string[]) => readFileSync(join(place, ...path), 'utf8');
  const spares = () =>
    readdirSync(join(place, 'spares'), { recursive: true }).filter((path) => /copy$/.test(String(path)));

  it('is a copy of its own', () => {
    borrow('to');
    writeFileSync(join(place, 'to/a.txt'), 'changed');
    expect([text('from/a.txt'), text('to/deep/link')]).toEqual(['a', 'changed']);
  });

  it('serves the next once it is given back', () => {
    borrow('first').giveBack();
    expect([existsSync(join(place, 'first')), spares().length]).toEqual([false, 1]);
    borrow('second');
    expect([text('second/deep/er/b.txt'), spares().length]).toEqual(['b', 0]);
  });

  it.each<[string, (copy: string) => void]>([
    ['a changed file', (copy) => writeFileSync(join(copy, 'a.txt'), 'b')],
    ['a file written over with the same', (copy) => writeFileSync(join(copy, 'a.txt'), 'a')],
    ['an added file', (copy) => writeFileSync(join(copy, 'deep/more.txt'), 'more')],
    ['an added folder', (copy) => mkdirSync(join(copy, 'more/and/more'), { recursive: true })],
    ['a removed file', (copy) => rmSync(join(copy, 'deep/er/b.txt'))],
    ['a removed folder', (copy) => rmSync(join(copy, 'deep'), { recursive: true })],
    ['a file that can be run', (copy) => chmodSync(join(copy, 'a.txt'), 0o755)],
    ['a folder nobody may enter', (copy) => chmodSync(join(copy, 'deep'), 0o000)],
    [
      'a link elsewhere',
      (copy) => {
        rmSync(join(copy, 'deep/link'));
        symlinkSync('/etc/passwd', join(copy, 'deep/link'));
      },
    ],
    [
      'a folder in place of a file',
      (copy) => {
        rmSync(join(copy, 'a.txt'));
        mkdirSync(join(copy, 'a.txt'));
      },
    ],
  ])('is as it was for the next after %s, at once and later', async (_, change) => {
    for (const wait of [async () => undefined, settled]) {
      const first = borrow('first');
      change(join(place, 'first'));
      first.giveBack();
      await wait();
      const second = borrow('second');
      expect(versionless(join(place, 'second'))).toEqual(versionless(from));
      second.giveBack();
      await wait();
    }
  });

  it('that became a link is not taken back, and what it leads to is left alone', () => {
    const mine = join(place, 'mine');
    mkdirSync(mine);
    writeFileSync(join(mine, 'kept.txt'), 'kept');
    const first = borrow('first');
    rmSync(join(place, 'first'), { recursive: true });
    symlinkSync(mine, join(place, 'first'));
    first.giveBack();
    borrow('second');
    expect([text('mine/kept.txt'), text('second/a.txt')]).toEqual(['kept', 'a']);
  });

  it('with a link in a folder’s place is mended without following it', () => {
    const mine = join(place, 'mine');
    mkdirSync(join(mine, 'er'), { recursive: true });
    writeFileSync(join(mine, 'er/kept.txt'), 'kept');
    const first = borrow('first');
    rmSync(join(place, 'first/deep'), { recursive: true });
    symlinkSync(mine, join(place, 'first/deep'));
    first.giveBack();
    borrow('second');
    expect(readdirSync(join(mine, 'er'))).toEqual(['kept.txt']);
    expect(versionless(join(place, 'second'))).toEqual(versionless(from));
  });

  it('of another version is not used, and goes', async () => {
    borrow('first', '1').giveBack();
    writeFileSync(join(from, 'a.txt'), 'new');
    borrow('second', '2');
    await settled();
    expect([text('second/a.txt'), spares()]).toEqual(['new', []]);
  });

  it('is made beside others that are in use', () => {
    const both = [borrow('first'), borrow('second')];
    for (const copy of both) copy.giveBack();
    expect(spares()).toHaveLength(2);
    expect([borrow('third'), borrow('fourth'), borrow('fifth')].map(() => text('fifth/a.txt'))).toEqual([
      'a',
      'a',
      'a',
    ]);
  });

  it('of what is no folder, or where something stands, is a plain copy', () => {
    borrowCopy({
      from: join(from, 'a.txt'),
      to: join(place, 'b.txt'),
      spares: join(place, 'spares'),
      version: '1',
    }).giveBack();
    expect(text('b.txt')).toBe('a');
    mkdirSync(join(place, 'taken'));
    writeFileSync(join(place, 'taken/own.txt'), 'own');
    borrow('taken').giveBack();
    expect([text('taken/own.txt'), text('taken/a.txt')]).toEqual(['own', 'a']);
  });
});

it('the version of a folder changes with every file in it', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'a'));
  const versions = [versionOf(folder)];
  for (const text of ['1', '2']) {
    writeFileSync(join(folder, 'a/file'), text);
    versions.push(versionOf(folder));
  }
  expect([new Set(versions).size, versionOf(folder)]).toEqual([3, versions[2]]);
});

/** Every path of a folder with its kind and text. */
function versionless(folder: string): unknown[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const kind = entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file';
      return [path.slice(folder.length), kind, kind === 'file' ? readFileSync(path, 'utf8') : ''];
    })
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
}
