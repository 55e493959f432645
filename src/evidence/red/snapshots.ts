import type { Source } from '../../code/source.ts';
import { childOf, lineAt, textOf, walk } from '../../code/syntax.ts';
import { namesIn, type TestFact } from '../../code/tests.ts';
import type { FileChange } from '../diff.ts';
import { isSnapshotFile } from '../file-roles.ts';
import { newTests } from '../files/test-file.ts';
import { type Reason, reason, showName } from '../reasons.ts';

/**
 * New tests that compare with a stored snapshot which is not stored: green may not add it, so red has to. Seen in the
 * source, for a report cannot tell a missing snapshot from one that differs.
 */
export function judgeSnapshots(
  changes: readonly FileChange[],
  isTestFile: (path: string) => boolean,
): readonly Reason[] {
  const stored = changes.filter(({ path }) => isSnapshotFile(path)).map(({ after }) => after ?? '');
  return changes
    .filter(({ path, kind }) => isTestFile(path) && kind !== 'deleted')
    .flatMap((change) => {
      const source = change.sources?.after;
      return source === undefined
        ? []
        : newTests(change)
            .filter((test) => lacksSnapshot(test, source, stored))
            .map((test) => missing(source, test));
    });
}

function lacksSnapshot({ names, nodes }: TestFact, source: Source, stored: readonly string[]): boolean {
  const isEmptyInline = nodes
    .flatMap((node) => [...walk(node)])
    .filter(({ type }) => type === 'call_expression')
    .some((call) => {
      const [called, given] = [childOf(childOf(call, 'function'), 'property'), childOf(call, 'arguments')];
      return called !== undefined && INLINE.has(textOf(called, source.text)) && given?.children.length === 2;
    });
  if (isEmptyInline) return true;
  const used = namesIn(nodes, source);
  if (![...STORED].some((name) => used.has(name))) return false;
  const own = names.at(-1);
  return own === undefined
    ? stored.length === 0
    : !stored.some((text) => keysIn(text).some((key) => endsWith(key, own.matches)));
}

const STORED: ReadonlySet<string> = new Set([
  ...['toMatchSnapshot', 'toThrowErrorMatchingSnapshot', 'matchSnapshot', 'assertSnapshot', 'assert_snapshot'],
]);
const INLINE: ReadonlySet<string> = new Set(['toMatchInlineSnapshot', 'toThrowErrorMatchingInlineSnapshot']);

/** The names under which a file of snapshots keeps them: of Jest, Vitest and node:test. */
function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/^exports\[`(.*) \d+`\]/gm)].map((match) => match[1] ?? '');
}

/** A key is the names of the groups and the test in a row; the test's own name is some end of it. */
function endsWith(key: string, matches: (name: string) => boolean): boolean {
  return key.split(' ').some((_, at, words) => matches(words.slice(at).join(' ')));
}

function missing({ path, text }: Source, { names, start }: TestFact): Reason {
  const line = lineAt(text, start);
  const name = showName(names.at(-1)?.text ?? '...');
  const message = `The new test "${name}" (${showName(path)}, line ${line}) expects a snapshot that is not there, and the next phase may not add it. Write the expected snapshot, or better an assertion.`;
  return reason('missing_snapshot', message, { paths: [path] });
}
