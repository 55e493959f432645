import { languageOf } from '../../../code/languages.ts';
import type { Source } from '../../../code/source.ts';
import type { SwitchMode } from '../../../code/switches.ts';
import { earlierPath, type FileChange, sameContent } from '../../../evidence/diff.ts';
import { type FileRoles, isTested, isTesting, roleOf } from '../../../evidence/file-roles.ts';
import { seenRoles } from '../../../evidence/files/seen-roles.ts';
import { withTestsOf } from '../../../evidence/files/transplant.ts';
import { keepsTests } from '../../../evidence/green/changes.ts';
import { isAsserted } from '../../../evidence/origin.ts';
import type { ProofInput } from '../../../evidence/proof.ts';
import {
  ANY_MODES,
  droppedCalls,
  type Kept,
  type Lost,
  type NamedCall,
  otherAnswers,
  STRICT_MODES,
} from '../../../evidence/refactor/kept.ts';
import { filesWithTests, type TestReport } from '../../../evidence/report.ts';
import { targetsIn } from '../../../evidence/sabotage/sabotage.ts';
import type { TreeEdits } from '../../../sys/git/tree-edit.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { proveAltered } from './altered.ts';
import { readSources, type SwitchedFunction, type SwitchedTree, withSwitches } from './switched-tree.ts';

/**
 * Holds a refactoring to what was before it: whatever tests noticed they still notice, every call they made they still make,
 * and calls that return data return the same.
 */
export async function tryRefactoring(
  { before, after, changes, roles: given }: ProofInput,
  hasVanished: boolean,
  judged: Judged,
  { state }: Turn,
  around: Surroundings,
): Promise<Kept> {
  const roles = seenRoles(given, changes, before);
  const touched = touchedTests(changes, roles, before, after);
  const removed = await removedNames(changes, roles, state.start.tree, around);
  const kept: Kept = { touched: touched.all, broken: [], lost: [], dropped: [], answers: [], removed };
  const earlier = { tree: state.base.tree, report: before, tests: touched.before };
  const later = { tree: judged.tree, report: after, tests: touched.after };
  const words = await wordsIn(earlier, around);
  const now = await sideOf(later, new Set([...words, ...(await wordsIn(later, around))]), changes, roles, around);
  const then = await sideOf(earlier, new Set([...words, ...now.functions.map(ownName)]), changes, roles, around);
  if (now.functions.length === 0 || then.functions.length === 0) {
    return { ...kept, untried: 'no function of the project that they use can be sabotaged' };
  }
  around.onProgress('sabotaging the code before and after the refactoring, to see whether tests notice as much');
  const isTouched = touched.all.length > 0;
  const modes = isTouched ? STRICT_MODES : ANY_MODES;
  const broken = isTouched ? await brokenTests(changes, touched.before, roles, judged, state, around) : [];
  const found = await withSwitches(now, around, async (switched) => {
    const calls = await callsIn(now, switched);
    if (calls === undefined) return undefined;
    return { unnoticed: await unnoticedIn(now.functions, modes, isTouched, switched), calls };
  });
  if (found === undefined) return { ...kept, broken, untried: 'tests fail with switches in the code, all of them off' };
  const compared = await withSwitches(then, around, async (switched) => {
    const calls = await callsIn(then, switched);
    if (calls === undefined) return undefined;
    const lost: Lost[] = [];
    for (const { name, path, mode } of found.unnoticed) {
      const same = then.functions.find((one) => one.name === name);
      const isNoticed = same !== undefined && (await switched.failing(same.number, mode)).length > 0;
      if (isNoticed) lost.push({ name, path, mode });
    }
    const dropped = isTouched ? droppedCalls(calls, found.calls, hasVanished) : [];
    const answers = otherAnswers(calls, found.calls, isTouched);
    if (dropped.length + answers.length === 0) return { lost, dropped, answers };
    // What is not the same from run to run says nothing.
    const again = (await callsIn(then, switched)) ?? [];
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
  if (compared === undefined) return { ...kept, broken, untried: 'tests fail with switches in the code before it' };
  return { ...kept, broken, ...compared };
}

function callOf(answer: string): string {
  return answer.slice(0, answer.indexOf(') gave ') + 1);
}

/** Test files with other content, by their paths before and after. */
function touchedTests(changes: readonly FileChange[], roles: FileRoles, before: TestReport, after: TestReport) {
  const own = changes.filter((change) => {
    const role = roleOf(change.path, roles);
    const isTest = role === 'test' || roleOf(earlierPath(change), roles) === 'test';
    return !sameContent(change) && (isTest || (role === 'mixed' && !keepsTests(change)));
  });
  const [was, is] = [new Set(filesWithTests(before)), new Set(filesWithTests(after))];
  const earlier = own.map(earlierPath).filter((path) => was.has(path));
  const later = own.map(({ path }) => path).filter((path) => is.has(path));
  return { before: earlier, after: later, all: own.map(earlierPath) };
}

/** The tests before or after the phase, and the tree they were run on. */
interface Place {
  readonly tree: string;
  readonly report: TestReport;
  /** Touched test files. */
  readonly tests: readonly string[];
}

/** The names in touched tests. */
async function wordsIn({ tree, tests }: Place, around: Surroundings): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(tests.map((path) => fileAt(around, tree, path)));
  return new Set(texts.flatMap((text) => text?.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
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
  const others = tests.length === 0 ? [] : await filesWithCode(tree, roles, around);
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
  const only = [...new Set([...tests, ...named])].slice(0, MAX_TEST_FILES);
  return { tree, functions, sources, accepted: report, only };
}

const MAX_FUNCTIONS = 12;
const MAX_TEST_FILES = 20;
const MAX_SOURCES = 300;

async function filesWithCode(tree: string, roles: FileRoles, around: Surroundings): Promise<readonly string[]> {
  const { files } = await around.paths(tree);
  return files.filter((path) => languageOf(path) !== undefined && isTested(path, roles)).slice(0, MAX_SOURCES);
}

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

function ownName({ name }: { readonly name: string }): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Sabotages that no test notices: all of them, or of a function that none notices at all the whole row. */
async function unnoticedIn(
  functions: readonly SwitchedFunction[],
  modes: readonly SwitchMode[],
  isStrict: boolean,
  switched: SwitchedTree,
): Promise<readonly Lost[]> {
  const unnoticed: Lost[] = [];
  for (const { name, path, number } of functions) {
    const own: Lost[] = [];
    let isNoticed = false;
    for (const mode of modes) {
      if (isNoticed && !isStrict) break;
      if ((await switched.failing(number, mode)).length > 0) isNoticed = true;
      else own.push({ name, path, mode });
    }
    if (isStrict || !isNoticed) unnoticed.push(...own);
  }
  return unnoticed;
}

/** The calls of tests; nothing where tests fail meanwhile, though nothing is sabotaged. */
async function callsIn(
  { functions }: { readonly functions: readonly SwitchedFunction[] },
  switched: SwitchedTree,
): Promise<readonly NamedCall[] | undefined> {
  const names = new Map(functions.map(({ number, name }) => [number, name]));
  const { calls, failing } = await switched.calls();
  if (failing.length > 0) return undefined;
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
    ...(await Promise.all(own.map((one) => putBack(one, base.tree, tree, roles, around)))),
  );
  const { tests } = await proveAltered(tree, edits, files, around);
  return tests
    .filter((test) => test.outcome === 'failed' && isAsserted(test, roles) && !knowledge.knownFailing.includes(test.id))
    .map(({ id }) => id);
}

async function putBack(
  change: FileChange,
  base: string,
  tree: string,
  roles: FileRoles,
  around: Surroundings,
): Promise<TreeEdits> {
  const { path } = change;
  const from = earlierPath(change);
  const before = await fileAt(around, base, from);
  if (roleOf(path, roles) !== 'mixed') return { ...(from === path ? {} : { [path]: null }), [from]: before ?? null };
  const code = await fileAt(around, tree, path);
  const read = async (text: string | undefined) => (text === undefined ? undefined : around.readSource(path, text));
  const restored = withTestsOf(await read(code), await read(before));
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
  const [first, earlier, later] = await Promise.all([
    readSources(start, code.map(earlierPath), around),
    Promise.all(code.map(({ path, from = path, before }) => around.readSource(from, before ?? ''))),
    Promise.all(code.map(({ path, after }) => around.readSource(path, after ?? ''))),
  ]);
  const offered = new Set(later.flatMap((source) => source?.exports ?? []).map(({ name }) => name));
  const known = new Set(earlier.flatMap((source) => namesOf(source)));
  return [...new Set(first.flatMap(namesOf))].filter((name) => known.has(name) && !offered.has(name));
}

function namesOf(source: Source | undefined): readonly string[] {
  return (source?.exports ?? []).filter(({ isOwn }) => isOwn).map(({ name }) => name);
}
