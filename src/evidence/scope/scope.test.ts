import { describe, expect, it } from 'vitest';
import { sampleChange, sampleMove } from '../../testing/evidence-samples.ts';
import type { FileChange } from '../diff.ts';
import { phaseScope } from './phases.ts';
import { PROTECTED_FILES } from './protected.ts';
import type { ScopeRules } from './rules.ts';
import { judgeScope } from './scope.ts';

const ANY: ScopeRules = { allow: ['**'], deny: ['secret/**', 'test-list.md'], protected: PROTECTED_FILES };
const link = (path: string, target: string, more: Partial<FileChange> = {}) =>
  sampleChange(path, undefined, target, { modeAfter: '120000', ...more });
const module = (path: string) => sampleChange(path, undefined, undefined, { kind: 'added', modeAfter: '160000' });
const codes = (changes: readonly FileChange[], rules: ScopeRules = ANY) =>
  judgeScope(changes, rules).reasons.map(({ code, paths }) => `${code} ${paths?.join(',')}`);

describe('the scope is kept by', () => {
  it.each<[string, readonly FileChange[], Partial<ScopeRules>]>([
    ['a change where changes are allowed', [sampleChange('src/a.ts', 'a', 'b')], {}],
    ['a moved file', [sampleMove('src/a.ts', 'src/b.ts', 'a')], {}],
    ['a case-only rename', [sampleMove('src/button.ts', 'src/Button.ts', 'a')], { tree: ['src/button.ts'] }],
    ['a link inside the tree', [link('src/b.ts', './a.ts')], { tree: ['src/a.ts'] }],
    ['a link that is deleted', [sampleChange('x', '/etc', undefined, { modeBefore: '120000' })], {}],
    [
      'a link that becomes a folder',
      [sampleChange('x', '/etc', undefined, { modeBefore: '120000' }), sampleChange('x/a', undefined, 'a')],
      { links: ['x'] },
    ],
    [
      'a binary file',
      [sampleChange('a.png', undefined, undefined, { kind: 'added', modeAfter: '100644', binary: true })],
      {},
    ],
    ['an executable', [sampleChange('bin/x', undefined, '#!', { modeAfter: '100755' })], {}],
    [
      'a line of .gitignore that hides nothing',
      [sampleChange('.gitignore', '', 'dist/\n# x\n!y\n\n*.log\n')],
      { tree: ['src/a.ts', 'distance'] },
    ],
    ['a .gitignore that is deleted', [sampleChange('.gitignore', 'a', undefined)], {}],
    [
      'names in any script',
      [sampleChange('src/日本.ts', undefined, 'a'), sampleChange('src/ünï.ts', undefined, 'b')],
      {},
    ],
  ])('%s', (_, changes, rules) => {
    expect(codes(changes, { ...ANY, ...rules })).toEqual([]);
  });
});

describe('the scope is broken by', () => {
  it.each<[string, readonly FileChange[], Partial<ScopeRules>, readonly string[]]>([
    ['a file outside it', [sampleChange('src/a.ts', 'a', 'b')], { allow: ['test/**'] }, ['out_of_scope src/a.ts']],
    [
      'anything where nothing is allowed',
      [sampleChange('src/a.ts', 'a', 'b')],
      { allow: [] },
      ['out_of_scope src/a.ts'],
    ],
    ['a denied file', [sampleChange('secret/a', 'a', 'b')], {}, ['out_of_scope secret/a']],
    [
      'a denied file in other letters',
      [sampleChange('Test-List.md', undefined, 'b')],
      {},
      ['out_of_scope Test-List.md'],
    ],
    ['a deleted file', [sampleChange('secret/a', 'a', undefined)], {}, ['out_of_scope secret/a']],
    ['a file moved out', [sampleMove('secret/a', 'src/a', 'a')], {}, ['out_of_scope secret/a']],
    ['a file moved in', [sampleMove('src/a', 'secret/a', 'a')], {}, ['out_of_scope secret/a']],
    [
      'a copy',
      [sampleChange('secret/b', undefined, 'a', { kind: 'copied', from: 'src/a' })],
      {},
      ['out_of_scope secret/b'],
    ],
    ['a mode', [sampleChange('secret/a', 'a', 'a', { modeAfter: '100755' })], {}, ['out_of_scope secret/a']],
    [
      'an executable',
      [sampleChange('src/a', 'a', 'a', { modeAfter: '100755' })],
      { noExecutables: true },
      ['out_of_scope src/a'],
    ],
    ['a link out of the tree', [link('src/x', '../../etc/passwd')], {}, ['unsafe_path src/x']],
    ['an absolute link', [link('src/x', '/etc/passwd')], {}, ['unsafe_path src/x']],
    ['a link to the whole tree', [link('src/x', '..')], {}, ['unsafe_path src/x']],
    ['a link into .git', [link('x', '.git/config')], {}, ['unsafe_path x']],
    [
      'a link nobody can read',
      [sampleChange('x', undefined, undefined, { kind: 'added', modeAfter: '120000' })],
      {},
      ['unsafe_path x'],
    ],
    [
      'a changed link',
      [sampleChange('x', 'a', '/etc', { modeBefore: '120000', modeAfter: '120000' })],
      {},
      ['unsafe_path x'],
    ],
    [
      'a file that becomes a link',
      [sampleChange('x', 'a', '/etc', { kind: 'typechange', modeAfter: '120000' })],
      {},
      ['unsafe_path x'],
    ],
    ['a link to a denied file', [link('src/x', '../secret/a')], {}, ['out_of_scope src/x']],
    ['a link to a protected file', [link('src/x', '../CLAUDE.md')], {}, ['protected_file src/x']],
    [
      'a link to a folder with a denied file',
      [link('x', 'src')],
      { deny: ['src/a/b'], tree: ['src/a/b'] },
      ['out_of_scope x'],
    ],
    ['a link through a link', [link('x', 'y/z'), link('y', 'src')], {}, ['unsafe_path x']],
    ['a link through a standing link', [link('x', 'y/z')], { links: ['y'] }, ['unsafe_path x']],
    ['a file below a link', [sampleChange('y/a', 'a', 'b')], { links: ['y'] }, ['unsafe_path y/a']],
    [
      'a file below a link in other letters',
      [link('Y', 'src'), sampleChange('y/a', undefined, 'b')],
      {},
      ['unsafe_path y/a', 'unsafe_path y/a'],
    ],
    ['a submodule', [module('sub')], {}, ['unsafe_path sub']],
    [
      'a submodule taken out',
      [sampleChange('sub', undefined, undefined, { kind: 'deleted', modeBefore: '160000' })],
      {},
      ['unsafe_path sub'],
    ],
    ['a nested repository', [sampleChange('sub/.git/config', undefined, 'a')], {}, ['unsafe_path sub/.git/config']],
    ['a path with a line break', [sampleChange('a\nb', undefined, 'a')], {}, ['unsafe_path a\nb']],
    [
      'names that differ in case',
      [sampleChange('src/A.ts', undefined, 'a')],
      { tree: ['src/a.ts'] },
      ['unsafe_path src/A.ts'],
    ],
    [
      'folders that differ in case',
      [sampleChange('Src/b.ts', undefined, 'a')],
      { tree: ['src/a.ts'] },
      ['unsafe_path Src/b.ts'],
    ],
    [
      'names that differ in composition',
      [sampleChange('caf\u00e9', undefined, 'a'), sampleChange('cafe\u0301', undefined, 'a')],
      {},
      ['unsafe_path cafe\u0301'],
    ],
    [
      'a .gitignore that hides a file',
      [sampleChange('.gitignore', '', '*.test.ts\n')],
      { tree: ['src/a.test.ts'] },
      ['out_of_scope .gitignore'],
    ],
    [
      'a .gitignore that hides a folder',
      [sampleChange('src/.gitignore', undefined, '/a/\n')],
      { tree: ['src/a/b.ts'] },
      ['out_of_scope src/.gitignore'],
    ],
    [
      'a .gitignore that hides a new file',
      [sampleChange('.gitignore', '', 'src/new.ts'), sampleChange('src/new.ts', undefined, 'a')],
      {},
      ['out_of_scope .gitignore'],
    ],
    [
      'a .gitignore nobody can read',
      [sampleChange('.gitignore', 'a', undefined, { kind: 'modified', modeAfter: '100644' })],
      {},
      ['out_of_scope .gitignore'],
    ],
  ])('%s', (_, changes, rules, expected) => {
    expect(codes(changes, { ...ANY, ...rules })).toEqual(expected);
  });

  it.each([
    'baton.yaml',
    'baton.ci.yml',
    '.baton/x',
    'packages/a/.baton/x',
    '.github/agents/a.agent.md',
    '.claude/settings.json',
    'sub/CLAUDE.md',
    'AGENTS.md',
    'agents.md',
    '.husky/pre-commit',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'azure-pipelines.yml',
    'Jenkinsfile',
    '.travis.yml',
    '.ci/run',
    '.gitattributes',
    'a/b/.gitattributes',
    '.gitmodules',
    'a/.gitmodules',
    '.claude',
  ])('%s, which is protected', (path) => {
    expect(codes([sampleChange(path, undefined, 'x')])).toEqual([`protected_file ${path}`]);
  });
});

it('a .gitignore counts from its own folder', () => {
  const change = sampleChange('src/.gitignore', undefined, '/c.ts\n');
  expect(codes([change], { ...ANY, tree: ['abcdc.ts', 'lib/c.ts', 'src/d/c.ts'] })).toEqual([]);
  expect(codes([change], { ...ANY, tree: ['xxx/c.ts', 'src/c.ts'] })).toEqual(['out_of_scope src/.gitignore']);
});

it('findings alike are told together, with what to do', () => {
  const { verdict, reasons, facts } = judgeScope(
    [
      sampleChange('a', 'x', 'y'),
      sampleChange('b', 'x', 'y'),
      sampleChange('c.bin', 'x', 'y', { binary: true, modeAfter: '100755' }),
    ],
    { allow: ['test/**', '*.bin'], protected: [] },
  );
  expect(verdict).toBe('refused');
  expect(reasons).toEqual([
    {
      code: 'out_of_scope',
      message: 'a, b: this phase may change only test/**, *.bin. Put it back as it was.',
      paths: ['a', 'b'],
    },
  ]);
  expect(facts).toEqual({ files: 3, executable: ['c.bin'], binary: ['c.bin'] });
});

describe('the phases of tdd may change', () => {
  const files = {
    tests: ['test/**/*.test.ts'],
    support: ['test/fixtures/**'],
    config: ['vitest.config.ts'],
    mixed: ['src/*.rs'],
  };
  const may = (phase: Parameters<typeof phaseScope>[0], change: FileChange, more = {}) =>
    judgeScope([change], phaseScope(phase, { ...files, ...more })).verdict === 'passed';
  const edit = (path: string) => sampleChange(path, 'a', 'b');

  it.each([
    ['plan', edit('test-list.md'), true],
    ['plan', edit('src/a.ts'), false],
    ['plan', sampleChange('test-list.md', 'a', 'b', { modeAfter: '100755' }), false],
    ['red', sampleChange('test/a.test.ts', undefined, 'a'), true],
    ['red', edit('test/fixtures/a.json'), true],
    ['red', edit('src/lib.rs'), true],
    ['red', edit('package.json'), true],
    ['red', edit('src/a.ts'), false],
    ['red', edit('test-list.md'), false],
    ['green', edit('src/a.ts'), true],
    ['green', sampleChange('src/b.ts', undefined, 'a'), true],
    ['green', edit('test-list.md'), false],
    ['green', sampleChange('node_modules/vitest/index.js', undefined, 'a'), false],
    ['refactor', edit('test/a.test.ts'), true],
    ['refactor', sampleChange('src/b.ts', undefined, 'a'), true],
    ['refactor', sampleMove('src/a.ts', 'src/b.ts', 'a'), true],
  ] as const)('%s: %o: %s [R001-17] [R001-18] [R001-19]', (phase, change, expected) => {
    expect(may(phase, change)).toBe(expected);
  });

  it('what configuration says', () => {
    expect(may('plan', edit('docs/list.md'), { testList: 'docs/list.md' })).toBe(true);
    expect(may('green', edit('CLAUDE.md'), { protected: [] })).toBe(true);
  });
});
