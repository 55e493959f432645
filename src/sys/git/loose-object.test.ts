import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { looseSize, readLoose } from './loose-object.ts';
import { gitObject, writeDurably } from './object-file.ts';
import { openRepository } from './repository.ts';

it('the size of an object is known by its beginning, whoever wrote it', async () => {
  const path = temporaryRepository();
  const repository = await openRepository(path);
  const texts = ['', 'x', 'stored as it is '.repeat(100), 'compressed '.repeat(100_000)];
  const own = texts.map((text) => gitObject(repository, 'blob', text));
  await writeDurably(repository, own);
  expect(own.map(({ id }) => looseSize(repository, id))).toEqual(texts.map((text) => text.length));
  writeFiles(path, { big: 'made by git '.repeat(10_000) });
  expect(looseSize(repository, gitIn(path, 'hash-object', '-w', 'big'))).toBe(120_000);
});

it('an object that is packed, missing or damaged has no size here', async () => {
  const path = temporaryRepository();
  const repository = await openRepository(path);
  const object = gitObject(repository, 'blob', 'x'.repeat(20_000));
  await writeDurably(repository, [object]);
  const file = join(repository.objectsDir, object.id.slice(0, 2), object.id.slice(2));
  const bytes = readFileSync(file);
  gitIn(path, 'update-index', '--add', '--cacheinfo', `100644,${object.id},x`);
  gitIn(path, 'commit', '--quiet', '--message=x');
  gitIn(path, 'repack', '-adq');
  expect([looseSize(repository, object.id), looseSize(repository, 'f'.repeat(40))]).toEqual([undefined, undefined]);
  for (const damaged of [Buffer.alloc(0), Buffer.alloc(50, 1), bytes.subarray(0, 3)]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, damaged);
    expect([looseSize(repository, object.id), readLoose(repository, object.id)]).toEqual([undefined, undefined]);
  }
});
