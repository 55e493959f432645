import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import { placeGoCanaries } from './canary.ts';

it('canaries are the same with the same key, so that what was built of them serves again, and others with another', () => {
  const place = (canaryKey?: string) => {
    const directory = temporaryDirectory();
    const packages = [{ directory: '.', importPath: 'm', files: [], testFiles: [], clause: 'm' }];
    const module = { path: 'm', packages, read: () => '' };
    const { fileName, tokens } = placeGoCanaries({ directory, canaryKey }, temporaryDirectory(), module);
    return { fileName, tokens, text: readFileSync(join(directory, fileName), 'utf8') };
  };
  expect(place('one')).toEqual(place('one'));
  for (const other of [place('two'), place()]) expect(other.fileName).not.toBe(place('one').fileName);
  expect(place().text).not.toBe(place().text);
});
