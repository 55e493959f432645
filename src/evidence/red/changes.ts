import { sameLeaves } from '../../code/leaves.ts';
import { textOf } from '../../code/syntax.ts';
import { earlierPath, type FileChange, isNewFile, touchedPaths } from '../diff.ts';
import { roleOf } from '../file-roles.ts';
import { keepsExamples, splitMixedSides } from '../files/mixed-file.ts';
import { compareTestFile } from '../files/test-file.ts';
import { judgeFrozenConfig } from '../frozen-tests.ts';
import { isManifest, judgeManifests } from '../manifests/judge-manifests.ts';
import { type ItemOptions, mayChange, NO_OPTIONS } from '../plan/list-item.ts';
import type { DiffInput } from '../proof.ts';
import { type Reason, reason, showName } from '../reasons.ts';
import { supportProblem } from './support-problem.ts';
import { testFileProblem } from './test-file-problem.ts';

/** Where the report of the last accepted phase is not known, tests may lie anywhere. */
export type ChangesInput = Omit<DiffInput, 'before'> & Partial<DiffInput>;

/** Judges the diff of red: tests may be added, not changed; what steers the run stays as it was, and so does code. */
export function judgeRedChanges(input: ChangesInput): readonly Reason[] {
  return [
    ...judgeManifests(input.changes, { needs: input.item.needs, frozen: 'all' }),
    ...input.changes.flatMap((change) => judgeChange(change, input, false)),
  ];
}

/** Judges the diff of a phase that writes code and tests together: as red's, but code may change. No list item rules here. */
export function judgeTestChanges(input: DiffInput): readonly Reason[] {
  const alone = { ...input, item: NO_OPTIONS };
  return [...judgeFrozenConfig(input), ...input.changes.flatMap((change) => judgeChange(change, alone, true))];
}

function judgeChange(change: FileChange, input: ChangesInput, mayCode: boolean): readonly Reason[] {
  const { roles, item } = input;
  const path = earlierPath(change);
  const touched = touchedPaths(change).map((one) => (isManifest(one) ? 'other' : roleOf(one, roles)));
  // Where code may change, configuration is judged by itself.
  if (touched.includes('config')) return mayCode ? [] : [configChanged(change.path)];
  const [role] = touched;
  if (role === 'mixed') return judgeMixed(change, item, mayCode);
  if (!mayCode && roles.isTestBySight?.(path) === true && mixesCode(change)) return [codeChanged(change.path)];
  if (role === 'other' || mayChange(item)(path)) return [];
  const instead = mayCode ? ASK : undefined;
  if (role === 'test' && change.kind === 'deleted') return item.removes.length > 0 ? [] : [testFileGone(path, instead)];
  const problem =
    role === 'test' ? testProblem(change, item) : supportProblem(change, item, (folder) => hasTests(folder, input));
  return problem === undefined ? [] : [testChanged(path, problem, instead)];
}

function testProblem(change: FileChange, item: ItemOptions): string | undefined {
  return isNewFile(change) ? undefined : testFileProblem(change, item);
}

function hasTests(folder: string, { before }: ChangesInput): boolean {
  return before === undefined || before.tests.some(({ file }) => folder === '' || file.startsWith(`${folder}/`));
}

/** Whether code that other files use was added or changed round the tests of a file. */
function mixesCode(change: FileChange): boolean {
  if (change.kind !== 'modified') return false;
  const { sides, restAdded = [] } = compareTestFile(change) ?? {};
  const isShared = sides?.before.rest.some(({ nodes }) => nodes.some(({ type }) => type === 'export_statement'));
  const text = sides?.after.source.text ?? '';
  return (
    isShared === true && restAdded.some(({ nodes }) => nodes.some((node) => /^exports?\b/.test(textOf(node, text))))
  );
}

/** A source that holds its own tests: those that were there stay, with the examples that are run as tests. */
function judgeMixed(change: FileChange, item: ItemOptions, mayCode: boolean): readonly Reason[] {
  const sides = splitMixedSides(change);
  const tell = (problem: string | undefined) =>
    problem === undefined ? [] : [testChanged(change.path, problem, mayCode ? ASK : undefined)];
  const isKnownKind = ['modified', 'added', 'copied'].includes(change.kind);
  if (sides === undefined) return tell('it holds tests, and what changed in it cannot be told');
  const { before, after } = sides;
  if (!mayCode && isKnownKind && !sameLeaves(before.code, after.code)) return [codeChanged(change.path)];
  if (!keepsExamples(before, after)) return tell('examples that are run as tests were changed or taken out');
  if (mayCode && before.tests.length === 0) return [];
  if (!isKnownKind) return tell('it holds tests, and was moved or removed');
  return isNewFile(change) || mayChange(item)(change.path) ? [] : tell(testFileProblem(change, item, true));
}

function codeChanged(path: string): Reason {
  const message = `${showName(path)}: the code outside its tests was changed. Put it back; this phase writes a test.`;
  return reason('out_of_scope', message, { paths: [path] });
}

const ASK =
  'If what they describe is to change, report `blocked` with the reason `missing_requirements`: a person can change tests on the branch of the run.';

function testChanged(path: string, problem: string, instead?: string): Reason {
  const named = `If the behaviour they describe is to change, the list item has to say (changes: ${showName(path)}).`;
  const message = `Existing tests were changed in ${showName(path)}: ${problem}. Put them back and add new tests beside them. ${instead ?? named}`;
  return reason('existing_test_changed', message, { paths: [path] });
}

function testFileGone(path: string, instead?: string): Reason {
  const named = 'If its tests are to go, the list item has to say (removes: name).';
  const message = `The test file ${showName(path)} was deleted. Put it back. ${instead ?? named}`;
  return reason('existing_test_removed', message, { paths: [path] });
}

function configChanged(path: string): Reason {
  const message = `${showName(path)} decides how tests run and was changed or added. Put it back as it was.`;
  return reason('test_config_changed', message, { paths: [path] });
}
