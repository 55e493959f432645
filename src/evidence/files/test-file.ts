import { diffLists } from '../../base/line-diff.ts';
import { isReadable, leavesOf, sameLeaves } from '../../code/leaves.ts';
import { importsOf, type Outline, outlineOf, type Piece } from '../../code/outline.ts';
import type { Source } from '../../code/source.ts';
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

/**
 * Takes both versions of a test file apart, of a source with tests in it only those; `undefined` where its tests cannot
 * be read.
 */
function splitSides({ sources }: FileChange, isMixed = false): Sides<Outline> | undefined {
  const { before, after } = sources ?? {};
  if (before === undefined || after === undefined || !isReadable(before) || !isReadable(after)) return undefined;
  return { before: outlineOf(before, isMixed), after: outlineOf(after, isMixed) };
}

/** Compares the two versions of a test file. */
export function compareTestFile(change: FileChange, isMixed = false): TestFileChange | undefined {
  const sides = splitSides(change, isMixed);
  if (sides === undefined) return undefined;
  const { before, after } = sides;
  const was = keyTests(before.tests);
  const is = keyTests(after.tests);
  const both = [...is].flatMap(([key, now]) => {
    const old = was.get(key);
    return old === undefined ? [] : [{ now, how: howChanged(old, now, sides) }];
  });
  const [importsBefore, importsAfter] = [importsOf(before), importsOf(after)];
  const those = (how: How) => both.filter((one) => one.how === how).map(({ now }) => now);
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
    known: namesIn([before.source.root], before.source),
  };
}

function compareRest({ before, after }: Sides<Outline>): { restLost: Piece[]; restAdded: Piece[] } {
  const keys = ({ rest }: Outline) => rest.map(({ leaves, groups }) => JSON.stringify([groups, leaves]));
  const edits = diffLists(keys(before), keys(after));
  const lost = edits
    .filter(({ kind }) => kind === 'removed')
    .flatMap((one) => before.rest.slice(one.before, one.before + one.length));
  const added = edits
    .filter(({ kind }) => kind === 'added')
    .flatMap((one) => after.rest.slice(one.after, one.after + one.length));
  const extended = lost.flatMap((piece) => {
    const now = added.find((one) => isExtended(piece, one, { before, after }));
    return now === undefined ? [] : [piece, now];
  });
  const isLeft = (piece: Piece) => !extended.includes(piece);
  return { restLost: lost.filter(isLeft), restAdded: added.filter(isLeft) };
}

function isExtended(piece: Piece, now: Piece, { before, after }: Sides<Outline>): boolean {
  if (piece.groups !== now.groups || piece.isHead || now.isHead) return false;
  return onlyAddsRows({ nodes: piece.nodes, source: before.source }, { nodes: now.nodes, source: after.source });
}

type How = 'kept' | 'extended' | 'written' | 'changed';

function howChanged(old: TestFact, now: TestFact, { before, after }: Sides<Outline>): How {
  const [was, is] = [
    { nodes: old.nodes, source: before.source },
    { nodes: now.nodes, source: after.source },
  ];
  if (isSameTest(old, before.source, now, after.source)) return 'kept';
  if (old.isAnnounced) return 'written';
  return onlyAddsRows(was, is) ? 'extended' : 'changed';
}

/** Whether two tests are written the same. */
function isSameTest(one: TestFact, source: Source, other: TestFact, otherSource: Source): boolean {
  return sameLeaves(leavesOf(one.nodes, source), leavesOf(other.nodes, otherSource));
}

/** The tests of a changed file that were not there, with those that are there in other words. */
export function newTests(change: FileChange): readonly TestFact[] {
  if (change.before === undefined || isNewFile(change)) return change.sources?.after?.found.tests ?? [];
  const compared = compareTestFile(change);
  return compared === undefined ? [] : [...compared.added, ...compared.written, ...compared.changed];
}
