// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code and build files with placeholders in them
import { describe, expect, it } from 'vitest';
import { loadFramework } from '../frameworks/registry.ts';
import {
  failed,
  NOTHING_LOST,
  passed,
  SAMPLE_FRAMEWORKS,
  SAMPLE_STORIES,
  sampleChange,
  sampleGates,
  sampleGreen,
  sampleMove,
  sampleRed,
  sampleReport,
  sampleTest,
} from '../testing/evidence-samples.ts';

/**
 * Ways to get any phase accepted without doing its work, told by what a diff and a report can show: each has to be refused in
 * the framework where it would work.
 */
const gate = await sampleGates(loadFramework);

describe('an honest phase passes, so that what is refused below is the cheat', () => {
  it.each(SAMPLE_FRAMEWORKS)('%s', (framework) => {
    expect(gate('red', framework, [sampleRed(framework)])).toEqual([]);
    expect(gate('green', framework, [sampleGreen(framework)])).toEqual([]);
    expect(gate('refactor', framework, [sampleGreen(framework)])).toEqual([]);
  });
});

describe('in any framework', () => {
  it.each(SAMPLE_FRAMEWORKS)('%s: the new test passes at once, is skipped or waits to be written', (framework) => {
    const { file, oldTest, newTest } = SAMPLE_STORIES[framework];
    const shows = (test: Parameters<typeof sampleReport>[0] & object) =>
      gate('red', framework, [sampleRed(framework)], { after: sampleReport([passed(file, oldTest), ...test]) });
    expect(shows([passed(file, newTest)])).toEqual(['test_passes_before_implementation']);
    expect(shows([sampleTest('skipped', file, newTest)])).toEqual(['newly_skipped']);
    expect(shows([sampleTest('todo', file, newTest)])).toEqual(['newly_skipped']);
    expect(shows([sampleTest('passed', file, newTest, { expectedToFail: true })])).toEqual(['newly_expected_to_fail']);
    expect(shows([])).toEqual(['no_new_test']);
    expect(shows([failed(file, newTest, { kind: 'other', message: "throw new Error('red')" })])).toEqual([
      'wrong_failure_reason',
    ]);
    expect(shows([failed(file, newTest, { kind: 'timeout' })])).toEqual(['timeout']);
    expect(shows([failed(file, newTest, { kind: 'crash' })])).toEqual(['wrong_failure_reason']);
  });

  it.each(SAMPLE_FRAMEWORKS)('%s: an existing test goes, is skipped, expected to fail or renamed', (framework) => {
    const { file, oldTest, newTest } = SAMPLE_STORIES[framework];
    const others = ['red', 'green', 'refactor'] as const;
    const shows = (phase: (typeof others)[number], ...test: Parameters<typeof sampleReport>[0] & object) => {
      const own = phase === 'red' ? failed(file, newTest) : passed(file, newTest);
      const changes = phase === 'red' ? [sampleRed(framework)] : [sampleGreen(framework)];
      return gate(phase, framework, changes, { after: sampleReport([...test, own]) });
    };
    expect(others.map((phase) => shows(phase))).toEqual([
      ['existing_test_removed'],
      ['fewer_tests_executed'],
      ['existing_test_removed'],
    ]);
    for (const phase of others) {
      expect(shows(phase, sampleTest('skipped', file, oldTest))).toEqual(['newly_skipped']);
      expect(shows(phase, sampleTest('passed', file, oldTest, { expectedToFail: true }))).toEqual([
        'newly_expected_to_fail',
      ]);
    }
    const renamed = passed(file, [...oldTest.slice(0, -1), `${oldTest.at(-1)} now`]);
    expect(shows('red', renamed)).toEqual(['existing_test_changed']);
    expect(shows('green', renamed)).toEqual(['fewer_tests_executed']);
  });

  it.each(SAMPLE_FRAMEWORKS)('%s: green or refactor touches the tests', (framework) => {
    const { file, now } = SAMPLE_STORIES[framework];
    const weaker = now.replace(/== 1|, 1\)|\(1, new|!= 1|toBe\(1\)|equal\(1\)/, '');
    expect(weaker).not.toBe(now);
    expect(gate('green', framework, [sampleChange(file, now, weaker)])).toEqual(['tests_changed_after_red']);
    expect(gate('green', framework, [sampleChange(file, now, undefined)])).toEqual(['tests_changed_after_red']);
    const kept = { ...NOTHING_LOST, touched: [file], dropped: ['push(1)'] };
    expect(gate('refactor', framework, [sampleChange(file, now, weaker)], { kept })).toEqual([
      'refactored_test_is_hollow',
    ]);
  });

  it.each(SAMPLE_FRAMEWORKS)('%s: the existing test is emptied in red', (framework) => {
    const edit = (text: string) =>
      text.replace(
        /expect\(new Stack\(\)\.size\)\S+|assert\S*.*0.*\n|if New\(\)\.Size\(\) != 0 \{\s+t\.Fatal\("not empty"\)\s+\}|assert_eq!\(add\(1, 2\), 3\);/,
        framework === 'pytest' ? 'pass\n' : '',
      );
    expect(edit(SAMPLE_STORIES[framework].now)).not.toBe(SAMPLE_STORIES[framework].now);
    expect(gate('red', framework, [sampleRed(framework, edit)])).toEqual(['existing_test_changed']);
  });
});

it('a moved test file takes its tests out of sight', () => {
  const { file, now } = SAMPLE_STORIES.vitest;
  expect(gate('green', 'vitest', [sampleMove(file, 'src/old.ts', now)])).toEqual(['tests_changed_after_red']);
  expect(gate('red', 'vitest', [sampleMove(file, 'test/new.test.ts', now)])).toEqual(['existing_test_changed']);
});

it('one of several tests of the same name goes, or one case of a table', () => {
  const { file } = SAMPLE_STORIES.vitest;
  const twins = [passed(file, 'is empty'), passed(file, 'is empty'), passed(file, 'adds 1'), passed(file, 'adds 2')];
  const own = passed(file, 'pushes');
  const judge = (phase: 'green' | 'refactor', ...left: typeof twins) =>
    gate(phase, 'vitest', [sampleGreen('vitest')], {
      before: sampleReport([...twins, phase === 'green' ? failed(file, 'pushes') : own]),
      after: sampleReport([...left, own]),
    });
  expect(judge('green', ...twins.slice(1))).toEqual(['fewer_tests_executed']);
  expect(judge('green', ...twins.slice(0, 3))).toEqual(['fewer_tests_executed']);
  expect(judge('refactor', ...twins.slice(1))).toEqual(['existing_test_removed']);
});

it('a test file changes nothing but the case of its name, or its mode', () => {
  const { file, now } = SAMPLE_STORIES.vitest;
  expect(gate('green', 'vitest', [sampleMove(file, 'test/Stack.test.ts', now)])).toEqual(['tests_changed_after_red']);
  const executable = sampleChange(file, now, now, { modeAfter: '100755' });
  expect(gate('green', 'vitest', [executable])).toEqual(['tests_changed_after_red']);
});
