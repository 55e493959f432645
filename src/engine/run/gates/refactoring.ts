import { sameCode, titlesIn } from '../../../code/leaves.ts';
import type { Source } from '../../../code/source.ts';
import type { RecordedCall } from '../../../code/switches.ts';
import { earlierPath, type FileChange, isNewFile, sameContent } from '../../../evidence/diff.ts';
import { type FileRoles, isTested, isTesting, roleOf } from '../../../evidence/file-roles.ts';
import { withTestsOf } from '../../../evidence/files/mixed-file.ts';
import { seenRoles } from '../../../evidence/files/seen-roles.ts';
import { keepsTests } from '../../../evidence/frozen-tests.ts';
import { isAsserted } from '../../../evidence/origin.ts';
import type { ProofInput } from '../../../evidence/proof.ts';
import {
  ANY_MODES,
  callsToTry,
  droppedCalls,
  type Kept,
  type Lost,
  type NamedCall,
  otherAnswers,
  strictModesFor,
} from '../../../evidence/refactor/kept.ts';
import { filesWithTests, type TestReport } from '../../../evidence/report.ts';
import { targetsIn } from '../../../evidence/sabotage/sabotage.ts';
import type { TreeEdits } from '../../../sys/git/tree-edit.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { proveAltered } from './altered.ts';
import type { SwitchedFunction, SwitchedTree } from './experiments.ts';
import {
  isUnsteady,
  MAX_FUNCTIONS,
  ownName,
  readSources,
  sourceFiles,
  withSwitches,
  wordsIn,
} from './switched-tree.ts';
import { addedFunctions, idleFiles } from './unproved.ts';

/**
 * Holds a refactoring to what was before it: whatever tests noticed they still notice, every call they made they still make,
 * and calls that return data return the same.
 */
export async function tryRefactoring(
  { before, after, changes, roles: given }: ProofInput,
  { vanished, later }: Renamed,
  judged: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<Kept> {
  const roles = seenRoles(given, changes, before);
  const touched = touchedTests(changes, roles, before, after);
  const removed = await removedNames(changes, roles, state.start.tree, around);
  const idle = await idleFiles(changes, roles, judged.tree, around);
  const kept: Kept = { touched: touched.all, broken: [], lost: [], dropped: [], answers: [], unproved: idle, removed };
  const place = { tree: judged.tree, report: after, tests: touched.after };
  const base = { tree: state.base.tree, report: before, tests: touched.before };
  const words = await wordsIn(base.tree, base.tests, around);
  const now = await sideOf(
    place,
    new Set([...words, ...(await wordsIn(place.tree, place.tests, around))]),
    changes,
    roles,
    around,
  );
  const then = await sideOf(base, new Set([...words, ...now.functions.map(ownName)]), changes, roles, around);
  const untried = 'no function of the project that they use can be sabotaged';
  const none = { ...kept, ...(touched.isRenaming ? {} : { untried }) };
  if (now.functions.length === 0) return none;
  around.onProgress('sabotaging the code before and after the refactoring, to see whether tests notice as much');
  const isTouched = touched.all.length > 0;
  const hasVanished = vanished.length > 0;
  const broken = isTouched ? await brokenTests(changes, touched.before, roles, judged, state, around) : [];
  const found = await withSwitches(now, around, async (switched) => ({
    noticed: await noticedIn(now.functions, isTouched, switched),
    calls: namedCalls(await switched.calls(), now),
  }));
  if (isUnsteady(found)) {
    return { ...kept, broken, untried: 'tests fail with switches in the code, all of them off' };
  }
  const isUnnoticed = ({ name }: SwitchedFunction) =>
    !found.noticed.some((one) => one.name === name && one.by.length > 0);
  const unproved = [...idle, ...addedFunctions(now.functions.filter(isUnnoticed), now.sources, changes)];
  if (then.functions.length === 0) return { ...none, broken, unproved };
  const compared = await withSwitches(then, around, async (switched) => {
    const asked = found.noticed.flatMap((one) => {
      const same = then.functions.find(({ name }) => name === one.name);
      // Where one sabotage has to be noticed, one that is says enough.
      const isNoticed = found.noticed.some(({ name, by }) => name === one.name && by.length > 0);
      return same === undefined || (!isTouched && isNoticed) ? [] : [{ one, number: same.number }];
    });
    const before = await switched.failing(asked.map(({ one: { mode, given }, number }) => ({ number, mode, given })));
    const lost = asked
      .filter(({ one }, at) => isLess(before[at] ?? [], one, later, after))
      .map(({ one: { by: _, ...one } }): Lost => one);
    const calls = namedCalls(await switched.calls(), then);
    const dropped = isTouched ? droppedCalls(calls, found.calls, hasVanished) : [];
    const answers = otherAnswers(calls, found.calls, isTouched);
    if (dropped.length + answers.length === 0) return { lost, dropped, answers };
    // What is not the same from run to run says nothing.
    const again = namedCalls(await switched.calls('again'), then);
    const unsteady = new Set([
      ...droppedCalls(calls, again, hasVanished),
      ...otherAnswers(calls, again, isTouched).map(callOf),
    ]);
    return {
      lost,
      dropped: dropped.filter((call) => !unsteady.has(call)),
      answers: answers.filter((answer) => !unsteady.has(callOf(answer))),
    };
  });
  if (isUnsteady(compared)) {
    return { ...kept, broken, untried: 'tests fail with switches in the code before it' };
  }
  return { ...kept, broken, unproved, ...compared };
}

/** Whether no test file is touched. */
export function isOnlyCode({ before, after, changes, roles }: ProofInput): boolean {
  const seen = seenRoles(roles, changes, before);
  return touchedTests(changes, seen, before, after).all.length === 0;
}

/** How tests were renamed by a phase, and which are gone. */
interface Renamed {
  readonly vanished: readonly string[];
  readonly later: Readonly<Record<string, string>>;
}

/**
 * Whether a sabotage is noticed by less than before: a test that noticed it is still there and does not, or one that did is
 * gone and no test that is new does.
 */
function isLess(
  before: readonly string[],
  { by: after, given }: NoticedBy,
  later: Renamed['later'],
  { tests }: TestReport,
): boolean {
  // One call of many may now be made by another test.
  if (given !== undefined) return before.length > 0 && after.length === 0;
  const [still, noticing] = [new Set(tests.map(({ id }) => id)), new Set(after)];
  const names = before.map((id) => later[id] ?? id);
  if (names.some((id) => still.has(id) && !noticing.has(id))) return true;
  return names.some((id) => !still.has(id)) && after.every((id) => names.includes(id));
}

function callOf(answer: string): string {
  return answer.slice(0, answer.indexOf(') gave ') + 1);
}

/**
 * Test files with other content, by their paths before and after; a new one takes nothing away. `isRenaming`: whether nothing
 * but titles of tests changed in them.
 */
function touchedTests(changes: readonly FileChange[], roles: FileRoles, before: TestReport, after: TestReport) {
  const countIn = ({ tests }: TestReport, path: string) => tests.filter(({ file }) => file === path).length;
  // One test of two that are called alike may take the place of the other.
  const isRenaming = (change: FileChange) =>
    sameCode(change.sources?.before, change.sources?.after, titlesIn) &&
    countIn(before, earlierPath(change)) === countIn(after, change.path);
  const own = changes.filter((change) => {
    const role = roleOf(change.path, roles);
    const isTest = role === 'test' || roleOf(earlierPath(change), roles) === 'test';
    return !sameContent(change) && (isTest || (role === 'mixed' && !keepsTests(change)));
  });
  const [was, is] = [new Set(filesWithTests(before)), new Set(filesWithTests(after))];
  const earlier = own.map(earlierPath).filter((path) => was.has(path));
  const later = own.map(({ path }) => path).filter((path) => is.has(path));
  const all = own.filter((change) => !isNewFile(change)).map(earlierPath);
  return { before: earlier, after: later, all, isRenaming: own.every(isRenaming) };
}

/** The tests before or after the phase, and the tree they were run on. */
interface Place {
  readonly tree: string;
  readonly report: TestReport;
  /** Touched test files. */
  readonly tests: readonly string[];
}

/** What is sabotaged on one side: functions that the phase changed, and those that touched tests name. */
async function sideOf(
  { tree, report, tests }: Place,
  words: ReadonlySet<string>,
  changes: readonly FileChange[],
  roles: FileRoles,
  around: Surroundings,
) {
  const isNow = (change: FileChange) => [change.path, earlierPath(change)];
  const code = changes.filter(({ path }) => isTested(path, roles));
  const others = tests.length === 0 ? [] : await sourceFiles(tree, roles, around);
  const paths = [...new Set([...code.flatMap(isNow), ...others])];
  const sources = await readSources(tree, paths, around);
  const changed = new Set(targetsIn(sources, code, []).map(({ path, name }) => `${path}:${name}`));
  const isWanted = (path: string, name: string) => words.has(ownName({ name })) || changed.has(`${path}:${name}`);
  const functions: SwitchedFunction[] = sources
    .flatMap(({ path, functions: all }) =>
      all.filter(({ name }) => isWanted(path, name)).map((one) => ({ ...one, path })),
    )
    .slice(0, MAX_FUNCTIONS)
    .map((one, at) => ({ ...one, number: at + 1 }));
  const named = await filesNaming(functions.map(ownName), filesWithTests(report), tree, around);
  const only = [...new Set([...tests, ...named])];
  // What no test names may be reached by any.
  const all = only.length > 0 ? only : filesWithTests(report);
  return { tree, functions, sources, accepted: report, only: all.slice(0, MAX_TEST_FILES) };
}

const MAX_TEST_FILES = 20;

/** The files of tests that name one of some functions. */
async function filesNaming(
  names: readonly string[],
  files: readonly string[],
  tree: string,
  around: Surroundings,
): Promise<readonly string[]> {
  const texts = await Promise.all(
    files.map(async (path) => ({ path, text: (await fileAt(around, tree, path)) ?? '' })),
  );
  return texts.filter(({ text }) => names.some((name) => text.includes(name))).map(({ path }) => path);
}

/** A sabotage, and the tests that noticed it. */
interface NoticedBy extends Lost {
  readonly by: readonly string[];
}

/** Which tests notice the sabotage of functions: each that shows how strict they are, or any until one is noticed. */
async function noticedIn(
  functions: readonly SwitchedFunction[],
  isStrict: boolean,
  switched: SwitchedTree,
): Promise<readonly NoticedBy[]> {
  const noticed: NoticedBy[] = [];
  const attempt = async (asked: readonly (SwitchedFunction & Omit<Lost, 'name' | 'path'>)[]) => {
    const failing = await switched.failing(asked.map(({ number, mode, given }) => ({ number, mode, given })));
    noticed.push(
      ...asked.map(({ name, path, mode, given }, at) => ({ name, path, mode, given, by: failing[at] ?? [] })),
    );
  };
  if (isStrict) {
    const calls = namedCalls(await switched.calls(), { functions });
    const callsOf = (name: string) => calls.filter((call) => call.name === name);
    const modes = functions.flatMap((one) =>
      strictModesFor(one, callsOf(one.name)).map((mode) => ({ ...one, mode, given: undefined })),
    );
    await attempt([...modes, ...callsToTry(functions, calls)]);
    return noticed;
  }
  for (const mode of ANY_MODES) {
    const isOpen = ({ name, path }: SwitchedFunction) =>
      !noticed.some((one) => one.name === name && one.path === path && one.by.length > 0);
    await attempt(functions.filter(isOpen).map((one) => ({ ...one, mode })));
  }
  return noticed;
}

function namedCalls(
  calls: readonly RecordedCall[],
  { functions }: { readonly functions: readonly SwitchedFunction[] },
): readonly NamedCall[] {
  const names = new Map(functions.map(({ number, name }) => [number, name]));
  return calls.map(({ number, ...call }) => ({ ...call, name: names.get(number) ?? '' }));
}

/** Tests that fail by an assertion when they are put back as they were, on the code as it is now. */
async function brokenTests(
  changes: readonly FileChange[],
  files: readonly string[],
  roles: FileRoles,
  { tree }: Judged,
  { base, knowledge }: Turn['state'],
  around: Surroundings,
): Promise<readonly string[]> {
  const own = changes.filter((change) => isTesting(change.path, roles) && !sameContent(change));
  if (files.length === 0 || !changes.some((change) => isTested(change.path, roles))) return [];
  const edits: TreeEdits = Object.assign(
    {},
    ...(await Promise.all(own.map((one) => putBack(one, base.tree, roles, around)))),
  );
  const { tests } = await proveAltered(tree, edits, files, around);
  return tests
    .filter((test) => test.outcome === 'failed' && isAsserted(test, roles) && !knowledge.knownFailing.includes(test.id))
    .map(({ id }) => id);
}

async function putBack(change: FileChange, base: string, roles: FileRoles, around: Surroundings): Promise<TreeEdits> {
  const { path } = change;
  const from = earlierPath(change);
  const before = await fileAt(around, base, from);
  if (roleOf(path, roles) !== 'mixed') return { ...(from === path ? {} : { [path]: null }), [from]: before ?? null };
  const restored = withTestsOf(change.sources?.after, change.sources?.before);
  return restored === undefined ? {} : { [path]: restored };
}

/** Names that changed files offered when the run began, and that none of them offers now. */
async function removedNames(
  changes: readonly FileChange[],
  roles: FileRoles,
  start: string,
  around: Surroundings,
): Promise<readonly string[]> {
  const code = changes.filter(({ path }) => isTested(path, roles));
  const first = await readSources(start, code.map(earlierPath), around);
  const offered = new Set(code.flatMap(({ sources }) => sources?.after?.exports ?? []).map(({ name }) => name));
  const known = new Set(code.flatMap(({ sources }) => namesOf(sources?.before)));
  return [...new Set(first.flatMap(namesOf))].filter((name) => known.has(name) && !offered.has(name));
}

function namesOf(source: Source | undefined): readonly string[] {
  return (source?.exports ?? []).filter(({ isOwn }) => isOwn).map(({ name }) => name);
}
