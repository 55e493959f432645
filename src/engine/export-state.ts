import { now } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { PROJECT_STATE_FILE } from '../handoff/dialects/domain-zero-state.ts';
import type { Store } from '../store/store.ts';
import { moveBranchAfter } from '../sys/git/branch.ts';
import { commitTree } from '../sys/git/commit.ts';
import type { Repository } from '../sys/git/repository.ts';
import { editTree } from '../sys/git/tree-edit.ts';
import { replaceOwn } from '../sys/replaced-file.ts';
import type { RunState } from '../workflow/state.ts';
import { projectState } from './project-state.ts';
import { driverOf } from './run/owner.ts';
import { openTurn, readRun } from './run/turn.ts';

/** The state of the project for other programs, made from the journals whenever it is asked for. */
export interface StateExport {
  /** The text of `.protocol-state/project-state.json`: what one run tells, or all of them. */
  text(run?: string): Promise<string>;
  /** Writes it to a file. One that Baton did not write is left as it is, unless that is asked for. */
  write(path: string, options: { readonly run?: string | undefined; readonly force: boolean }): Promise<void>;
  /** Commits it on the branch of a run, in the name of the person who asks for it. */
  commit(run: string): Promise<{ readonly branch: string; readonly commit: string }>;
}

export function openStateExport(of: { readonly repository: Repository; readonly store: Store }): StateExport {
  const text = (run?: string) => stateText(of.store, run);
  return {
    text,
    async write(path, { run, force }) {
      replaceOwn(path, await text(run), (before) => force || isOurs(before));
    },
    commit: (run) => commitState(of.repository, of.store, run),
  };
}

async function stateText(store: Store, run: string | undefined): Promise<string> {
  const names = run === undefined ? (await store.list('runs')).map((name) => name.slice('runs/'.length)) : [run];
  const state = projectState(await Promise.all(names.map((name) => readRun(store, name))));
  return `${JSON.stringify(state, null, 2)}\n`;
}

function isOurs(text: string): boolean {
  try {
    return JSON.parse(text)?.made_by === 'baton';
  } catch {
    return false;
  }
}

/**
 * The run takes the commit in like any of a person: the files are proved again, and what is under way is void. So it is
 * refused where somebody would lose work by it, and where the run has ended: what was proved stays what it is.
 */
async function commitState(repository: Repository, store: Store, run: string) {
  const { state } = await openTurn(store, run, () => undefined);
  const { branch, base } = state;
  refuseToDisturb(state, driverOf(repository, run)?.pid);
  const tree = await editTree(repository, base.tree, { [PROJECT_STATE_FILE]: await stateText(store, run) });
  if (tree === base.tree) return { branch, commit: base.commit };
  const message = `state: ${run} as ${PROJECT_STATE_FILE}`;
  const commit = await commitTree(repository, { tree, parents: [base.commit], message, at: now() });
  const isMoved = await moveBranchAfter(repository, branch, { from: base.commit, to: commit }, async () => undefined);
  if (isMoved) return { branch, commit };
  throw new BatonError(
    'wrong_status',
    `${branch} is checked out somewhere, or has commits that the run ${run} has not taken in. Take them in first: baton resume ${run}`,
  );
}

function refuseToDisturb({ run, ended, stage, candidate }: RunState, driver: number | undefined): void {
  const problem = disturbance(stage === 'waiting' || stage === 'asking' || candidate !== undefined, ended, driver);
  if (problem === undefined) return;
  const instead = `To write the file into your checkout instead: baton export ${run} --out ${PROJECT_STATE_FILE}`;
  throw new BatonError('wrong_status', `The run ${run} ${problem}. ${instead}`);
}

function disturbance(isOpen: boolean, ended: string | undefined, driver: number | undefined): string | undefined {
  if (ended !== undefined) return `has ended (${ended}), and its branch stays what was proved`;
  if (driver !== undefined) return `is being moved by process ${driver}`;
  if (isOpen) return 'waits for an answer or for a verdict, and a commit would make void what that is about';
  return undefined;
}
