// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code and build files with placeholders in them
import { describe, expect, it } from 'vitest';
import { loadFramework } from '../../frameworks/registry.ts';
import {
  passed,
  SAMPLE_STORIES,
  type SampleFramework,
  type SampleGate,
  sampleChange,
  sampleGates,
  sampleMove,
  sampleReport,
} from '../../testing/evidence-samples.ts';
import type { FileChange } from '../diff.ts';

/** What honest work looks like in refactor: none of it may be refused. */
const gate = await sampleGates(loadFramework);

describe('refactor may', () => {
  const { file, now, oldTest, newTest } = SAMPLE_STORIES.vitest;
  const moved = (path: string) => ({ after: sampleReport([passed(path, oldTest), passed(path, newTest)]) });

  it.each<[string, SampleFramework, readonly FileChange[], SampleGate]>([
    [
      'delete dead code',
      'vitest',
      [sampleChange('src/stack.js', 'a\nb\n', 'a\n'), sampleChange('src/dead.js', 'a', undefined)],
      {},
    ],
    [
      'rename a source with its test',
      'vitest',
      [
        sampleMove('src/stack.js', 'src/lifo.js', 'a'),
        sampleMove(file, 'test/lifo.test.ts', now, now.replace('../src/stack.js', '../src/lifo.js')),
      ],
      moved('test/lifo.test.ts'),
    ],
    ['lay out tests anew', 'vitest', [sampleChange(file, now, now.replaceAll("'", '"').replaceAll('  ', '    '))], {}],
    [
      'drop a helper that nobody uses',
      'vitest',
      [sampleChange(file, `${now}\nfunction unused() {\n  return 1;\n}\n`, now)],
      {},
    ],
    [
      'add a helper',
      'go',
      [
        sampleChange(
          SAMPLE_STORIES.go.file,
          SAMPLE_STORIES.go.now,
          `${SAMPLE_STORIES.go.now}\nfunc filled() *Stack {\n\treturn New()\n}\n`,
        ),
      ],
      {},
    ],
    [
      'change code that has examples',
      'cargo',
      [
        sampleChange(
          'src/a.rs',
          '/// ```\n/// assert_eq!(a(), 1);\n/// ```\npub fn a() -> u8 { 1 }\n',
          '/// ```\n/// assert_eq!(a(), 1);\n/// ```\npub fn a() -> u8 { 2 - 1 }\n',
        ),
      ],
      {
        before: sampleReport([passed('src/a.rs', ['documentation', 'a'])]),
        after: sampleReport([passed('src/a.rs', ['documentation', 'a'])]),
        newTests: [],
      },
    ],
    [
      'change code beside its tests',
      'cargo',
      [sampleChange('src/lib.rs', SAMPLE_STORIES.cargo.now, SAMPLE_STORIES.cargo.now.replace('a + b', 'b + a'))],
      {},
    ],
    [
      'rename a folder of Java',
      'maven',
      [sampleMove('src/main/java/a/Old.java', 'src/main/java/a/New.java', 'class Old {}', 'class New {}')],
      {},
    ],
    ['write about it', 'pytest', [sampleChange('README.md', 'a', 'b')], {}],
  ])('%s (%s) [R001-10]', (_, framework, changes, more) => {
    expect(gate('refactor', framework, changes, more)).toEqual([]);
  });
});
