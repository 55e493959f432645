import { isTestOf } from '../case-groups.ts';
import { hasAssertion, isAssertionWord } from '../code/assertions.ts';
import { importsOf } from '../code/imports.ts';
import { splitTests } from '../code/split-tests.ts';
import type { SplitFile, TestBlock } from '../code/test-block.ts';
import type { FileChange } from '../diff.ts';
import { type FileRoles, isTested, roleOf } from '../file-roles.ts';
import { isAnnounced, newBlocks } from '../files/test-file.ts';
import { failedByAssertion, placesOf } from '../origin.ts';
import { type ItemOptions, mayChange } from '../plan/list-item.ts';
import { type Reason, reason, showName } from '../reasons.ts';
import type { Diagnostic, TestCase, TestReport } from '../report.ts';
import { idleHelpers } from './idle-helpers.ts';
import { mocksAllMissing } from './mocked-missing.ts';

interface AssertionInput {
  readonly changes: readonly FileChange[];
  readonly roles: FileRoles;
  readonly item: ItemOptions;
  readonly after: TestReport;
}

/**
 * New tests that would pass as soon as what they use exists, whatever it does: they assert nothing. One that was seen to
 * fail by an assertion has one, wherever it is written.
 */
export function judgeAssertions(input: AssertionInput, newTests: readonly TestCase[]): readonly Reason[] {
  const missing = missingIn(input.after);
  const texts = new Map(input.changes.map(({ path, after }) => [path, after]));
  const places = placesOf(input.roles, (path) => texts.get(path));
  const asserted = newTests.filter((test) => failedByAssertion(test, places));
  return input.changes.flatMap((change) => {
    const role = roleOf(change.path, input.roles);
    if ((role !== 'test' && role !== 'mixed') || change.kind === 'deleted') return [];
    const split = splitTests(change.path, change.after ?? '');
    if (split === undefined) return [];
    if (mocksAllMissing(change.path, change.after ?? '', input.after)) return [mocksItself(change.path)];
    const idle = idleHelpers(split, change.path, input.changes);
    return newBlocks(change, role === 'mixed', mayChange(input.item)(change.path))
      .filter((block) => isRun(block) && !asserted.some((test) => isTestOf(block, change.path, test)))
      .filter((block) => !checksSomething(block, split, change.path, { missing, idle, roles: input.roles }))
      .map((block) => assertsNothing(change.path, block));
  });
}

/** What promises nothing, what measures only, and what is written elsewhere (`it(name, run)`) has nothing to show here. */
function isRun(block: TestBlock): boolean {
  const isWritten = block.words.some(
    ({ kind, text }) => text === '{' || text === '=>' || (kind === 'layout' && text === 'indent'),
  );
  return isWritten && !isAnnounced(block) && !block.names.at(-1)?.text.startsWith('Benchmark');
}

function missingIn({ tests, uncollected }: TestReport): readonly Diagnostic[] {
  return [...tests, ...uncollected].flatMap(({ failure }) => failure?.diagnostics ?? []);
}

interface Known {
  readonly missing: readonly Diagnostic[];
  /** Names of helpers that check nothing. */
  readonly idle: readonly string[];
  readonly roles: FileRoles;
}

/** Whether a test has an assertion of its own, or calls something of the file that has. */
function checksSomething(block: TestBlock, split: SplitFile, path: string, known: Known): boolean {
  const { missing, idle, roles } = known;
  const unwritten = new Set([
    ...idle,
    ...missing.map(({ name }) => name.split(/[.:]+/).at(-1) ?? name),
    ...[...importsOf(split, path)].filter(([, source]) => isUnderTest(source, missing, roles)).map(([name]) => name),
  ]);
  if (hasAssertion(block.words, (name) => !unwritten.has(name))) return true;
  if (block.words.some(({ kind, text }) => kind === 'word' && roles.isAssertion?.({ function: text }))) return true;
  const helpers = new Set([...helpersIn(split), ...importedHelpers(split, path, roles)]);
  const isCall = (at: number) => block.words[at + 1]?.text === '(' && block.words[at - 1]?.text !== 'new';
  // In Java a call of nothing but a name is one of the class itself, or of one above it.
  const isOwn = (at: number) =>
    path.endsWith('.java') && isCall(at) && !['.', '@'].includes(block.words[at - 1]?.text ?? '');
  const title = block.names.at(-1)?.text;
  return block.words.some((word, at) => {
    if (word.kind !== 'word' || unwritten.has(word.text) || word.text === title || isAssertionWord(word)) return false;
    return helpers.has(word.text) || isOwn(at);
  });
}

/** Names from other files of the tests: what they check is written there. */
function importedHelpers(split: SplitFile, path: string, roles: FileRoles): readonly string[] {
  const isForTests = (file: string) => ['test', 'support'].includes(roleOf(file, roles));
  return [...importsOf(split, path)]
    .filter(([, source]) => {
      const module = source.replace(/#.*$/, '');
      if (module.startsWith('./')) return isForTests(`${module.slice(2)}.ts`);
      return path.endsWith('.py') && isForTests(`${module.replaceAll('.', '/')}.py`);
    })
    .map(([name]) => name);
}

/** Whether an imported thing is the code under test: its checks would be written by whoever has to pass them. */
function isUnderTest(source: string, missing: readonly Diagnostic[], roles: FileRoles): boolean {
  const module = source.replace(/#.*$/, '');
  if (module.startsWith('./')) {
    const path = module.slice(2);
    return ['.ts', '.js'].every((ending) => isTested(path + ending, roles));
  }
  const root = /^[\w]+/.exec(module)?.[0];
  return root !== undefined && missing.some(({ what, name }) => what === 'module' && name.split('.')[0] === root);
}

/** Functions that a test file defines round its tests, and names it gets from other test files, if they may check something. */
function helpersIn({ rest }: SplitFile): ReadonlySet<string> {
  if (!rest.some(isAssertionWord)) return new Set();
  return new Set(rest.filter((_, at) => DEFINES.has(rest[at - 1]?.text ?? '')).map(({ text }) => text));
}

const DEFINES: ReadonlySet<string> = new Set(['function', 'const', 'let', 'def', 'func', 'fn', 'void']);

function mocksItself(path: string): Reason {
  const message = `The new tests of ${showName(path)} mock the very thing that is missing: they would pass as soon as a file of that name exists, whatever is in it. Test the thing itself.`;
  return reason('no_assertion', message, { paths: [path] });
}

function assertsNothing(path: string, { names, line }: TestBlock): Reason {
  const name = showName(names.at(-1)?.text ?? '...');
  const message = `The new test "${name}" (${showName(path)}, line ${line}) has no assertion that could fail: it would pass as soon as what it uses exists, whatever that does. Assert what has to be so.`;
  return reason('no_assertion', message, { paths: [path] });
}
