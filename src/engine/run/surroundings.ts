import type { Mutant } from '../../code/mutants.ts';
import type { ReadSource } from '../../code/reader.ts';
import type { FileChange } from '../../evidence/diff.ts';
import type { FileRoles } from '../../evidence/file-roles.ts';
import type { Measured } from '../../evidence/quality/judge-quality.ts';
import type { FileCoverage } from '../../formats/coverage/file-coverage.ts';
import type { Runner, SessionMessage } from '../../runners/runner.ts';
import type { Store } from '../../store/store.ts';
import type { Identities } from '../../sys/git/commit.ts';
import type { GitReader } from '../../sys/git/reader.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { TreeLister } from '../../sys/git/tree-lister.ts';
import type { TreePaths } from '../../sys/git/tree-paths.ts';
import type { SandboxMode } from '../../sys/sandbox.ts';
import type { Prover } from '../proof.ts';
import type { Workbench } from '../workbench.ts';
import type { Experiments } from './gates/experiments.ts';
import type { Pinned } from './pinned.ts';

/** Everything a handler works with, opened once for a run. */
export interface Surroundings {
  readonly repository: Repository;
  readonly store: Store;
  readonly reader: GitReader;
  readonly pinned: Pinned;
  readonly prover: Prover;
  readonly sandbox: SandboxMode;
  /** What differs between two trees. */
  changes(before: string, after: string): Promise<readonly FileChange[]>;
  /** Everything in a tree. */
  readonly list: TreeLister;
  /** Paths of the files in a tree. */
  paths(tree: string): Promise<TreePaths>;
  /** What files are to the tests of a tree. */
  roles(tree: string): Promise<FileRoles>;
  /** What is known about the source in a file. */
  readonly readSource: ReadSource;
  /** Wrong versions of some lines of a file, by a tool that knows its language; nothing where there is none. */
  mutants(path: string, text: string, lines: readonly number[]): Promise<readonly Mutant[] | undefined>;
  /** Which lines of a tree its tests run, by file; or what has to be installed or set to know. */
  coverage(tree: string): Promise<Measured<readonly FileCoverage[]>>;
  /** What was tried on trees with switches in their code. */
  readonly experiments: Experiments;
  /** Who makes the commits of the run: the user, asked for once. */
  identities(): Promise<Identities>;
  /** The place where sessions work; made anew when it was thrown away. */
  workbench(): Promise<Workbench>;
  /** Throws the workbench away: nobody knows what a lost session did in it. */
  discardWorkbench(): Promise<void>;
  /** Puts the project's dependencies into the workbench, as copies of its own. */
  furnish(directory: string): Promise<void>;
  runnerFor(agent: string): Promise<Runner>;
  /** Nothing new is begun once this is aborted. */
  readonly parking: AbortSignal;
  /** Whatever runs is ended once this is aborted. */
  readonly stopping: AbortSignal;
  /** Ends whatever runs. */
  stop(why: string): void;
  /** For a person who watches: what is being done now. */
  onProgress(sentence: string): void;
  /** For those who listen: what the session says and does, without secrets. */
  onMessage(message: SessionMessage): void;
  /** The trace that the session which starts now belongs to, where somebody listens. */
  traceparent(): string | undefined;
}

/** As much of it as judging needs when nothing is run: what the repository and the settings of the run say. */
export type Sources = Pick<Surroundings, 'reader' | 'pinned' | 'changes' | 'paths' | 'roles' | 'readSource'>;

/** The text of a file in a tree, or nothing. */
export async function fileAt({ reader }: Pick<Surroundings, 'reader'>, tree: string, path: string) {
  const object = await reader.read(`${tree}:${path}`);
  return object?.type === 'blob' ? object.content.toString('utf8') : undefined;
}

/** Whether a candidate is in this clone: it is kept where it was made, and travels only while a person is asked about it. */
export async function isHere({ reader }: Pick<Surroundings, 'reader'>, tree: string): Promise<boolean> {
  return (await reader.read(tree)) !== undefined;
}

export { TEST_LIST } from '../../evidence/plan/test-list.ts';
