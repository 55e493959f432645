import { describe, expect, it } from 'vitest';
import type { ProjectView } from '../framework.ts';
import { jest } from '../jest/jest.ts';
import { vitest } from '../vitest/vitest.ts';

function view(files: Readonly<Record<string, string>>): ProjectView {
  return { files: Object.keys(files), read: (path) => files[path] };
}

function found(files: Readonly<Record<string, string>>) {
  const project = view(files);
  return [...vitest.detect(project), ...jest.detect(project)].map(({ framework, directory, confidence }) =>
    [framework, directory, confidence].join(' '),
  );
}

describe('a framework is detected', () => {
  it.each([
    ['by its own configuration', { 'package.json': '{}', 'vitest.config.mts': '' }, ['vitest . configured']],
    [
      'by a block of Vite',
      { 'package.json': '{}', 'vite.config.ts': 'export default { test: {} }' },
      ['vitest . configured'],
    ],
    ['by the test script', { 'package.json': '{"scripts":{"test":"vitest run"}}' }, ['vitest . configured']],
    [
      'by a script that the test script runs',
      { 'package.json': '{"scripts":{"test":"npm run a","a":"npx jest -i"}}' },
      ['jest . configured'],
    ],
    ['by a key of package.json', { 'package.json': '{"jest":{"bail":1}}' }, ['jest . configured']],
    ['by a configuration', { 'package.json': '{}', 'jest.config.ts': '' }, ['jest . configured']],
    [
      'by being installed, which says less',
      { 'package.json': '{"devDependencies":{"jest":"30","vitest":"4"}}' },
      ['vitest . installed', 'jest . installed'],
    ],
    ['not by Vite alone', { 'package.json': '{}', 'vite.config.ts': 'export default { build: {} }' }, []],
    [
      'not in what is no package of the project',
      { 'package.json': '{}', 'fixtures/a/package.json': '{"jest":{}}' },
      [],
    ],
    ['not in a manifest that cannot be read', { 'package.json': '{"scripts": [' }, []],
  ])('%s', (_, files, expected) => {
    expect(found(files)).toEqual(expected);
  });

  it.each([
    ['npm', { 'package.json': '{"workspaces":["packages/*","!packages/old"]}' }],
    ['yarn', { 'package.json': '{"workspaces":{"packages":["packages/a","packages/b"]}}' }],
    [
      'pnpm',
      {
        'package.json': '{}',
        'pnpm-workspace.yaml': '# all\npackages:\n  - "packages/{a,b}" # here\n  - tools/**\nother: 1\n',
      },
    ],
  ])('in every package of the workspaces of %s', (_, root) => {
    const files = {
      ...root,
      'packages/a/package.json': '{"scripts":{"test":"vitest"}}',
      'packages/b/package.json': '{"jest":{}}',
      'packages/old/package.json': '{"jest":{}}',
    };
    expect(found(files)).toEqual(['vitest packages/a configured', 'jest packages/b configured']);
  });

  it('with the reasons for a person', () => {
    const files = {
      'package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"4"}}',
      'vitest.config.ts': '',
    };
    expect(vitest.detect(view(files))[0]?.because).toEqual([
      'vitest.config.ts',
      '"test": "vitest run" in package.json',
      'vitest in package.json',
    ]);
  });
});
