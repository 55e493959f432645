import { isReadable, sameCode } from '../../code/leaves.ts';
import { declarationIn, definedNames } from '../../code/names.ts';
import { type Outline, outlineOf, type Piece } from '../../code/outline.ts';
import { reachOf } from '../../code/reach.ts';
import type { Source } from '../../code/source.ts';
import { namesIn } from '../../code/tests.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';
import { isSnapshotFile } from '../file-roles.ts';
import { additiveProblem } from '../files/additive.ts';
import { compareTestFile } from '../files/test-file.ts';
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
  const { kind, sources } = change;
  const isSame = sameCode(sources?.before, sources?.after) || onlyDefinesMore(change);
  return kind === 'modified' && isSame ? undefined : 'existing tests use it, and it was changed';
}

/** `test/__snapshots__/stack.test.ts.snap` belongs to `test/stack.test.ts`. */
function snapshotOwner(path: string): string {
  return path.replace('__snapshots__/', '').replace(/\.(?:snap|ambr|snapshot)$/, '');
}

function isConftest(path: string): boolean {
  return /(?:^|\/)conftest\.py$/.test(path);
}

/** pytest loads a `conftest.py` for every test in and below its folder. */
function conftestProblem({ path, sources }: FileChange, hasTests: (folder: string) => boolean): string | undefined {
  if (!hasTests(path.slice(0, Math.max(0, path.lastIndexOf('/'))))) return undefined;
  const source = sources?.after;
  if (source === undefined || !isReadable(source)) return 'it is loaded for existing tests, and could not be parsed';
  const why = whyNotDefinition(outlineOf(source).rest, source, new Set());
  return why === undefined
    ? undefined
    : `it is loaded for existing tests too, and does more than define fixtures: ${why}`;
}

/** Whether a file of code got nothing but definitions under new names, and imports. */
function onlyDefinesMore(change: FileChange): boolean {
  const compared = compareTestFile(change);
  if (compared === undefined || change.modeBefore !== change.modeAfter) return false;
  const { removed, changed, extended, lostImports, restLost, restAdded, sides, known } = compared;
  if ([removed, changed, extended, lostImports, restLost].some((list) => list.length > 0)) return false;
  const isForEffects = [...compared.newImports.keys()].some((name) => name.startsWith("'") || name === '*');
  return !isForEffects && whyNotDefinition(restAdded, sides.after.source, known) === undefined;
}

/** The first thing that is more than an import or a definition under a new name. */
function whyNotDefinition(rest: Outline['rest'], source: Source, known: ReadonlySet<string>): string | undefined {
  const all = rest.flatMap(({ nodes }) => nodes);
  const reach = reachOf(all, { source, isKnown: (name) => known.has(name) });
  if (reach !== undefined) return showName(reach);
  const defined = rest.filter(({ groups }) => groups === '').flatMap(({ nodes }) => [...definedNames(nodes, source)]);
  const taken = defined.filter((name) => known.has(name) || GIVEN_FIXTURES.has(name));
  if (taken.length > 0) return `${nameSome(taken)} is there already`;
  const other = rest.find((piece) => !isDefinition(piece, source));
  if (other !== undefined) return `line ${other.line}`;
  return namesIn(all, source).has('autouse') ? 'autouse' : undefined;
}

/** Whether a statement only gives something a name, or documents. */
function isDefinition({ nodes, isHead }: Piece, source: Source): boolean {
  const node = nodes.at(-1);
  if (node === undefined || isHead || definedNames(nodes, source).size > 0) return true;
  const { type, children } = declarationIn(node);
  if (type === 'expression_statement')
    return children[0]?.type === 'string' || /assignment/.test(children[0]?.type ?? '');
  return !/_statement$|_expression$|^call/.test(type) || type === 'export_statement' || type === 'pass_statement';
}

/** Fixtures that pytest and its usual plugins give to every test. */
const GIVEN_FIXTURES: ReadonlySet<string> = new Set(
  'request tmp_path tmp_path_factory tmpdir tmpdir_factory monkeypatch capsys capfd capsysbinary caplog recwarn cache pytestconfig record_property doctest_namespace mocker event_loop benchmark client db'.split(
    ' ',
  ),
);
