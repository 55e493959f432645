import { compareWords } from '../code/additions.ts';
import { canonicalWords, sameWords } from '../code/canonical.ts';
import { definedNames } from '../code/defined-names.ts';
import { type Language, languageOf } from '../code/language.ts';
import { reachOf } from '../code/reach.ts';
import { isDefinition, statementsIn } from '../code/statements.ts';
import { namesIn, type Word } from '../code/word.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';
import { isSnapshotFile } from '../file-roles.ts';
import { additiveProblem } from '../files/additive.ts';
import { type ItemOptions, mayChange } from '../plan/list-item.ts';
import { nameSome, showName } from '../reasons.ts';

/**
 * What a change of a file that tests use does to existing tests; nothing if it only brings more: a new file, a further
 * snapshot, a definition beside others. `hasTests` tells whether tests that were there lie in or below a folder.
 */
export function supportProblem(
  change: FileChange,
  item: ItemOptions,
  hasTests: (folder: string) => boolean,
): string | undefined {
  const path = earlierPath(change);
  if (isNewFile(change)) return isConftest(change.path) ? conftestProblem(change, hasTests) : undefined;
  if (isSnapshotFile(path)) {
    const isNamed = item.removes.length > 0 || mayChange(item)(snapshotOwner(path));
    return isNamed ? undefined : additiveProblem(change);
  }
  const { kind, before, after } = change;
  const isText = kind === 'modified' && before !== undefined && after !== undefined;
  if (isText && (sameWords(path, before, after) || onlyDefinesMore(change, before, after))) return undefined;
  return 'existing tests use it, and it was changed';
}

/** `test/__snapshots__/stack.test.ts.snap` belongs to `test/stack.test.ts`. */
function snapshotOwner(path: string): string {
  return path.replace('__snapshots__/', '').replace(/\.(?:snap|ambr|snapshot)$/, '');
}

function isConftest(path: string): boolean {
  return /(?:^|\/)conftest\.py$/.test(path);
}

/** pytest loads a `conftest.py` for every test in and below its folder. */
function conftestProblem({ path, after }: FileChange, hasTests: (folder: string) => boolean): string | undefined {
  if (!hasTests(path.slice(0, Math.max(0, path.lastIndexOf('/'))))) return undefined;
  const words = after === undefined ? undefined : canonicalWords(path, after);
  if (words === undefined) return 'it is loaded for existing tests, and what it does cannot be told';
  const why = whyNotDefinition(words, 'python', new Set());
  return why === undefined
    ? undefined
    : `it is loaded for existing tests too, and does more than define fixtures: ${why}`;
}

/** Whether a file of code got nothing but definitions under new names, and imports. */
function onlyDefinesMore(change: FileChange, before: string, after: string): boolean {
  const language = languageOf(change.path);
  const old = canonicalWords(change.path, before);
  const now = canonicalWords(change.path, after);
  if (language === undefined || old === undefined || now === undefined) return false;
  if (change.modeBefore !== change.modeAfter) return false;
  const { lost, added } = compareWords(old, now, language);
  const known = namesIn(old);
  return (
    lost.length === 0 &&
    added.every(({ words, isWhole }) => isWhole && whyNotDefinition(words, language, known) === undefined)
  );
}

/** The first thing that is more than an import or a definition under a new name. */
function whyNotDefinition(words: readonly Word[], language: Language, known: ReadonlySet<string>): string | undefined {
  const reach = reachOf(words, language, (name) => known.has(name));
  if (reach !== undefined) return showName(reach);
  const taken = [...definedNames(words)].filter((name) => known.has(name) || GIVEN_FIXTURES.has(name));
  if (taken.length > 0) return `${nameSome(taken)} is there already`;
  const other = statementsIn(words, language).find((statement) => !isDefinition(statement));
  if (other !== undefined) return `line ${other[0]?.line}`;
  return words.some(({ text }) => text === 'autouse') ? 'autouse' : undefined;
}

/** Fixtures that pytest and its usual plugins give to every test. */
const GIVEN_FIXTURES: ReadonlySet<string> = new Set(
  'request tmp_path tmp_path_factory tmpdir tmpdir_factory monkeypatch capsys capfd capsysbinary caplog recwarn cache pytestconfig record_property doctest_namespace mocker event_loop benchmark client db'.split(
    ' ',
  ),
);
