import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import { openJsPackage } from './project.ts';

function open(files: Readonly<Record<string, string>>) {
  const directory = temporaryDirectory();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  return openJsPackage(directory);
}

describe('a package on disk', () => {
  it('knows its name, and what its tsconfig.json maps to its own files', () => {
    const { project } = open({
      'package.json': '{"name":"tiny"}',
      'tsconfig.json':
        '{ // mine\n "extends": "./base.json", "compilerOptions": { "paths": { "@app/*": ["./src/*"], }, }, }',
      'base.json': '{"compilerOptions":{"baseUrl":"./lib"}}',
      'lib/models/user.ts': '',
      'lib/top.ts': '',
    });
    expect(project).toMatchObject({ packageName: 'tiny', aliases: ['@app/*', 'models/*'] });
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{"name":'],
    ['another kind of JSON', '[1, 2]'],
    ['wrong kinds in it', '{"name":1,"scripts":{"test":5},"workspaces":"x","devDependencies":[]}'],
    ['a mark of byte order', '\uFEFF{}'],
  ])('with %s for a manifest is a package with nothing in it', (_, text) => {
    const { manifest } = open(text === undefined ? {} : { 'package.json': text });
    expect([manifest.name, manifest.scripts, manifest.workspaces]).toEqual([undefined, {}, []]);
  });
});
