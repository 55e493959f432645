// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code and build files with placeholders in them
import { describe, expect, it } from 'vitest';
import { loadFramework } from '../../frameworks/registry.ts';
import {
  failed,
  passed,
  SAMPLE_STORIES,
  type SampleFramework,
  sampleChange,
  sampleGates,
  sampleReport,
} from '../../testing/evidence-samples.ts';

/**
 * Ways to get refactor accepted without doing its work, told by what a diff and a report can show: each has to be refused in
 * the framework where it would work.
 */
const gate = await sampleGates(loadFramework);

describe('refactor has to show that a test still notices after', () => {
  it.each<[string, SampleFramework, (text: string) => string]>([
    ['a weaker assertion', 'vitest', (text) => text.replace('toBe(1)', 'toBeDefined()')],
    ['an emptied test', 'jest', (text) => text.replace(/ {2}expect\(new Stack\(\)\.push.*\n/, '')],
    ['a helper loaded for its effects', 'vitest', (text) => `import '../src/soft.js';\n${text}`],
    [
      'a call at the top',
      'vitest',
      (text) => text.replace('\n\n', "\nimport { soften } from '../src/soft.js';\n\nsoften();\n"),
    ],
    [
      'a value that is made at the top',
      'vitest',
      (text) => text.replace('\n\n', "\nimport { soften } from '../src/soft.js';\n\nconst soft = soften();\n"),
    ],
    [
      'a value that calls at once',
      'vitest',
      (text) =>
        text.replace('\n\n', "\nimport { soften } from '../src/soft.js';\n\nconst soft = (() => soften())();\n"),
    ],
    ['a hook', 'mocha', (text) => `${text}\nbeforeEach(() => { Stack.prototype.size = 1; });\n`],
    ['matchers of its own', 'jest', (text) => `${text}\nexpect.extend({ toBe: () => ({ pass: true }) });\n`],
    [
      'an import in place of a global',
      'mocha',
      (text) =>
        text.replace(
          "import { expect } from 'chai';",
          "import { expect } from 'chai';\nimport { it } from '../src/soft.js';",
        ),
    ],
    ['all names of a module', 'pytest', (text) => text.replace('import Stack\n', 'import Stack\nfrom soft import *\n')],
    ['a second definition', 'pytest', (text) => `${text}\n\ndef test_pushes():\n    pass\n`],
    ['a case less', 'pytest', (text) => text.replace('== 1', '>= 0')],
    ['a log in place of a failure', 'go', (text) => text.replace('t.Errorf', 't.Logf')],
    ['a weaker macro', 'cargo', (text) => text.replace('assert_eq!(sub(3, 2), 1)', 'assert!(sub(3, 2) > 0)')],
    [
      'a weaker call',
      'maven',
      (text) => text.replace('assertEquals(1, new Stack().push(1).size())', 'assertNotNull(new Stack())'),
    ],
  ])('%s (%s)', (_, framework, edit) => {
    const { file, now } = SAMPLE_STORIES[framework];
    expect(edit(now)).not.toBe(now);
    expect(gate('refactor', framework, [sampleChange(file, now, edit(now))])).toEqual(['rerun']);
  });

  it('a helper of Go that other files of the package use', () => {
    const helper =
      'package stack\n\nfunc check(t *testing.T, a int) {\n\tif a != 1 {\n\t\tt.Fatal()\n\t}\n}\n\nfunc TestOther(t *testing.T) {\n\tcheck(t, 1)\n}\n';
    const changes = [sampleChange('other_test.go', helper, helper.replace('a != 1', 'a != a'))];
    const { file, oldTest, newTest } = SAMPLE_STORIES.go;
    const report = sampleReport([passed(file, oldTest), passed(file, newTest), passed('other_test.go', 'TestOther')]);
    const ids = report.tests.map(({ id }) => id);
    const all = { before: report, after: report, newTests: ids };
    expect(gate('refactor', 'go', changes, all)).toEqual(['rerun']);
    const half = { [ids[2] as string]: 'asserted' as const };
    expect(gate('refactor', 'go', changes, { ...all, hollow: half })).toEqual(['rerun']);
    const whole = Object.fromEntries(ids.map((id) => [id, 'asserted' as const]));
    expect(gate('refactor', 'go', changes, { ...all, hollow: whole })).toEqual([]);
  });

  it('a changed test that fails is not taken for a flaky one', () => {
    const { file, now, oldTest, newTest } = SAMPLE_STORIES.vitest;
    const good = sampleReport([passed(file, oldTest), passed(file, newTest)]);
    const after = sampleReport([failed(file, oldTest), passed(file, newTest)]);
    const changes = [sampleChange(file, now, now.replace('toBe(0)', 'toBe(2)'))];
    const hollow = { [`${file}::is empty`]: 'asserted' as const };
    expect(gate('refactor', 'vitest', changes, { after, reruns: [good, good], hollow })).toEqual(['still_failing']);
  });
});

it('a test is moved into a group whose hook does its work', () => {
  const { file, oldTest } = SAMPLE_STORIES.vitest;
  const group = (name: string, ...tests: string[]) => `describe('${name}', () => {\n${tests.join('\n')}\n});\n`;
  const hook = 'beforeEach(() => { soften(); });';
  const own = "test('pushes', () => { expect(stack.size).toBe(1) });";
  const before = `${group('a', own)}${group('b', hook)}`;
  const after = `${group('a')}${group('b', hook, own)}`;
  const shows = (name: string) => sampleReport([passed(file, oldTest), passed(file, [name, 'pushes'])]);
  const reports = { before: shows('a'), after: shows('b'), newTests: [] };
  expect(gate('refactor', 'vitest', [sampleChange(file, before, after)], reports)).toEqual(['rerun']);
});
