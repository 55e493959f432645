import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { objectDirectories, writeClone } from './clone.ts';
import { openRepository } from './repository.ts';

function objectsWith(directory: string, alternates: string | Buffer): string {
  mkdirSync(join(directory, 'info'), { recursive: true });
  writeFileSync(join(directory, 'info/alternates'), alternates);
  return directory;
}

it('borrowed objects are found through every link, quoted paths and circles too', () => {
  const top = temporaryDirectory();
  const last = join(top, 'line\nbreak ü');
  const quoted = Buffer.from(`# comment\n"${top}/line\\nbreak \\303\\274"\n../first\n`);
  const second = objectsWith(join(top, 'second'), quoted);
  const first = objectsWith(join(top, 'first'), `${second}\n/nowhere\n`);
  objectsWith(last, '');
  expect(objectDirectories({ objectsDir: first })).toEqual([first, second, last]);
});

it('a clone reads the objects of a repository whose path has a line break', async () => {
  const path = join(temporaryDirectory(), 'a "quoted"\n\\ path');
  gitIn('/', 'init', '--quiet', path);
  gitIn(path, 'commit', '--quiet', '--allow-empty', '--message=here');
  const clone = temporaryDirectory();
  const commit = gitIn(path, 'rev-parse', 'HEAD');
  const repository = { ...(await openRepository(temporaryRepository())), objectsDir: join(path, '.git/objects') };
  writeClone(repository, clone, { commit, index: new Map(), hidden: ['odd[name]*'] });
  expect(gitIn(clone, 'log', '--format=%s')).toBe('here');
  writeFileSync(join(clone, 'odd[name]*'), '');
  writeFileSync(join(clone, 'oddn'), '');
  expect(gitIn(clone, 'status', '--porcelain')).toBe('?? oddn');
});
