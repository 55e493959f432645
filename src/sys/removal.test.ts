import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { removeAll } from './removal.ts';

it('removes whatever is there, and nothing behind a link', () => {
  const directory = temporaryDirectory();
  const [top, outside] = [join(directory, 'top'), join(directory, 'outside')];
  mkdirSync(join(top, 'locked/in'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'kept'), '');
  writeFileSync(join(top, 'locked/in/x'), '');
  writeFileSync(Buffer.concat([Buffer.from(`${top}/`), Buffer.from([0xff, 0xfe])]), '');
  symlinkSync(outside, join(top, 'link'));
  symlinkSync('nowhere', join(top, 'dangling'));
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(top, 'pipe')]);
  for (const path of ['locked/in', 'locked', '.']) chmodSync(join(top, path), 0);
  removeAll(top);
  expect(readdirSync(directory)).toEqual(['outside']);
  expect(existsSync(join(outside, 'kept'))).toBe(true);
  removeAll(top);
  removeAll(join(outside, 'kept'));
  expect(readdirSync(outside)).toEqual([]);
});

it('removes folders nested deeper than a path can be long', () => {
  const directory = temporaryDirectory();
  const name = 'd'.repeat(90);
  const dig = `for (let n = 0; n < 300; n++) { fs.mkdirSync('${name}'); fs.writeFileSync('f', ''); process.chdir('${name}'); }`;
  execFileSync(process.execPath, ['-e', dig], { cwd: directory });
  removeAll(join(directory, name));
  expect(readdirSync(directory)).toEqual(['f']);
});

it('says what stays and why', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'file'), '');
  expect(() => removeAll(join(directory, 'file/x'))).toThrow(/Cannot remove .*file\/x: the system says ENOTDIR/);
});
