import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { editTextFile } from './edited-file.ts';

const append = (before: string | undefined) => `${before ?? ''}+`;

describe('a text file that is edited', () => {
  it('is made with the folders above it where there is none', () => {
    const top = temporaryDirectory();
    const path = join(top, 'a/b/c.json');
    expect(editTextFile(top, 'a/b/c.json', append)).toEqual({ path, text: '+', before: undefined });
    expect(readFileSync(path, 'utf8')).toBe('+');
  });

  it('keeps its rights, and leaves nothing beside it', () => {
    const top = temporaryDirectory();
    writeFileSync(join(top, 'c.json'), '\u{feff}é');
    chmodSync(join(top, 'c.json'), 0o640);
    editTextFile(top, 'c.json', append);
    expect(readFileSync(join(top, 'c.json'), 'utf8')).toBe('\u{feff}é+');
    expect(statSync(join(top, 'c.json')).mode & 0o777).toBe(0o640);
    expect(readdirSync(top)).toEqual(['c.json']);
  });

  it('is not written where the edit changes nothing, nor where it is only looked at', () => {
    const top = temporaryDirectory();
    writeFileSync(join(top, 'c.json'), 'x');
    const { ino } = statSync(join(top, 'c.json'));
    editTextFile(top, 'c.json', (before = '') => before);
    expect(editTextFile(top, 'c.json', append, { write: false })).toMatchObject({ text: 'x+', before: 'x' });
    expect(statSync(join(top, 'c.json')).ino).toBe(ino);
    expect(readFileSync(join(top, 'c.json'), 'utf8')).toBe('x');
  });

  it('is left alone where the edit fails', () => {
    const top = temporaryDirectory();
    const failing = () => {
      throw new Error('no');
    };
    expect(() => editTextFile(top, 'a/c.json', failing)).toThrow('no');
    expect(readdirSync(top)).toEqual([]);
  });

  it('stays a link if it is one to a file of the same directory', () => {
    const top = temporaryDirectory();
    mkdirSync(join(top, 'real'));
    writeFileSync(join(top, 'real/c.json'), 'x');
    symlinkSync('real/c.json', join(top, 'c.json'));
    editTextFile(top, 'c.json', append);
    expect(lstatSync(join(top, 'c.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(top, 'real/c.json'), 'utf8')).toBe('x+');
  });
});

describe('a text file that is not edited', () => {
  const refuses = (top: string, file: string, why: string) =>
    expect(() => editTextFile(top, file, append)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(why) }),
    );

  it.each([
    ['the file', 'c.json', 'target.json'],
    ['a folder above it', 'folder', '.'],
  ])('lies outside by a link: %s', (_, link, target) => {
    const top = temporaryDirectory();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'target.json'), 'x');
    symlinkSync(join(outside, target), join(top, link));
    refuses(top, link === 'folder' ? 'folder/target.json' : link, 'leads out of the project');
    refuses(top, link === 'folder' ? 'folder/new/c.json' : link, 'leads out of the project');
    expect(readFileSync(join(outside, 'target.json'), 'utf8')).toBe('x');
    expect(readdirSync(outside)).toEqual(['target.json']);
  });

  it("is git's own, no file, a link that leads nowhere, or no text", () => {
    const top = temporaryDirectory();
    mkdirSync(join(top, '.git'));
    writeFileSync(join(top, '.git/config'), 'x');
    symlinkSync('.git/config', join(top, 'c.json'));
    symlinkSync('nowhere', join(top, 'd.json'));
    symlinkSync('e.json', join(top, 'e.json'));
    mkdirSync(join(top, 'f.json'));
    writeFileSync(join(top, 'g.json'), Buffer.from([0x22, 0xff, 0x22]));
    writeFileSync(join(top, 'h.json'), ' '.repeat(1_000_001));
    writeFileSync(join(top, 'i.json'), 'x', { mode: 0o444 });
    refuses(top, 'c.json', 'leads out of the project');
    refuses(top, 'd.json', 'leads nowhere');
    refuses(top, 'e.json', 'leads nowhere');
    refuses(top, 'f.json', 'is no file');
    refuses(top, 'g.json', 'UTF-8');
    refuses(top, 'h.json', 'larger than');
    refuses(top, 'i.json', 'read-only');
    expect(readFileSync(join(top, 'i.json'), 'utf8')).toBe('x');
  });
});
