import { diffLists } from '../../base/line-diff.ts';
import { isReadable, leavesOf, sameLeaves } from '../../code/leaves.ts';
import { importsOf, type Outline, outlineOf, type Piece } from '../../code/outline.ts';
import { onlyAddsRows } from '../../code/tables.ts';
import { keyTests, namesIn, type TestFact } from '../../code/tests.ts';
import { type FileChange, isNewFile, type Sides } from '../diff.ts';

/** What a change of a test file does to its tests. */
export interface TestFileChange {
  readonly sides: Sides<Outline>;
  /** Tests that are the same, as they are now. */
  readonly kept: readonly TestFact[];
  /** Tests that got nothing but more rows of data. */
  readonly extended: readonly TestFact[];
  /** Tests that were only announced (`it.todo('x')`) and are now written. */
  readonly written: readonly TestFact[];
  readonly changed: readonly TestFact[];
  /** As they were. */
  readonly removed: readonly TestFact[];
  readonly added: readonly TestFact[];
  /** Imported names that now stand for something else or for nothing. */
  readonly lostImports: readonly string[];
  /** Names that are imported now and were not, with what they stand for. */
  readonly newImports: ReadonlyMap<string, string>;
  /** Statements outside tests and imports that are gone or not what they were; those that only got rows are left out. */
  readonly restLost: readonly Piece[];
  /** Statements outside tests and imports that were not there. */
  readonly restAdded: readonly Piece[];
  /** Every name in the file as it was. */
  readonly known: ReadonlySet<string>;
}

/** Compares the two versions of a test file, of a source with tests in it only those; `undefined` where one cannot be read. */
export function compareTestFile({ sources }: FileChange, isMixed = false): TestFileChange | undefined {
  const [old, now] = [sources?.before, sources?.after];
  if (old === undefined || now === undefined || !isReadable(old) || !isReadable(now)) return undefined;
  const sides = { before: outlineOf(old, isMixed), after: outlineOf(now, isMixed) };
  const [was, is] = [keyTests(sides.before.tests), keyTests(sides.after.tests)];
  const [importsBefore, importsAfter] = [importsOf(sides.before), importsOf(sides.after)];
  const both = [...was].flatMap(([key, test]) => {
    const later = is.get(key);
    return later === undefined ? [] : [{ later, how: howChanged(test, later, sides) }];
  });
  const those = (how: How) => both.filter((one) => one.how === how).map(({ later }) => later);
  return {
    sides,
    kept: those('kept'),
    extended: those('extended'),
    written: those('written'),
    changed: those('changed'),
    removed: [...was].filter(([key]) => !is.has(key)).map(([, test]) => test),
    added: [...is].filter(([key]) => !was.has(key)).map(([, test]) => test),
    lostImports: [...importsBefore].filter(([name, from]) => importsAfter.get(name) !== from).map(([name]) => name),
    newImports: new Map([...importsAfter].filter(([name]) => !importsBefore.has(name))),
    ...compareRest(sides),
    known: namesIn([old.root], old),
  };
}

function compareRest(sides: Sides<Outline>): Pick<TestFileChange, 'restLost' | 'restAdded'> {
  const [before, after] = [sides.before.rest, sides.after.rest];
  const keys = (rest: readonly Piece[]) => rest.map(({ leaves, groups }) => JSON.stringify([groups, leaves]));
  const edits = diffLists(keys(before), keys(after));
  const lost = edits.flatMap((one) =>
    one.kind === 'removed' ? before.slice(one.before, one.before + one.length) : [],
  );
  const added = edits.flatMap((one) => (one.kind === 'added' ? after.slice(one.after, one.after + one.length) : []));
  const isExtended = (piece: Piece, now: Piece) =>
    piece.groups === now.groups && !piece.isHead && !now.isHead && addsRows(piece, now, sides);
  return {
    restLost: lost.filter((piece) => !added.some((now) => isExtended(piece, now))),
    restAdded: added.filter((now) => !lost.some((piece) => isExtended(piece, now))),
  };
}

type How = 'kept' | 'extended' | 'written' | 'changed';

function howChanged(old: TestFact, now: TestFact, sides: Sides<Outline>): How {
  const [was, is] = [leavesOf(old.nodes, sides.before.source), leavesOf(now.nodes, sides.after.source)];
  if (sameLeaves(was, is)) return 'kept';
  if (old.isAnnounced) return 'written';
  return addsRows(old, now, sides) ? 'extended' : 'changed';
}

function addsRows(old: Pick<Piece, 'nodes'>, now: Pick<Piece, 'nodes'>, { before, after }: Sides<Outline>): boolean {
  return onlyAddsRows({ nodes: old.nodes, source: before.source }, { nodes: now.nodes, source: after.source });
}

/** The tests of a changed file that were not there, with those that are there in other words. */
export function newTests(change: FileChange): readonly TestFact[] {
  if (change.before === undefined || isNewFile(change)) return change.sources?.after?.found.tests ?? [];
  const compared = compareTestFile(change);
  return compared === undefined ? [] : [...compared.added, ...compared.written, ...compared.changed];
}
