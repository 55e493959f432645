import { BatonError } from '../base/error.ts';
import type { Config } from '../protocol/config-schema.ts';
import type { Store } from '../store/store.ts';
import { treeOf } from '../sys/git/commit.ts';
import type { Repository } from '../sys/git/repository.ts';
import { findCommit } from '../sys/git/revision.ts';
import type { AttachedSession, AttachedSessions } from './attached-sessions.ts';
import { snapshotCheckout } from './checkout-snapshot.ts';
import type { FrameworkCatalogue } from './doctor.ts';
import { type Pinned, readPinned } from './run/pinned.ts';
import { chooseTests } from './run/start/choose-tests.ts';
import { NO_TESTS } from './run/start/no-tests.ts';
import { openTurn, type Turn } from './run/turn.ts';
import { openWorkbench } from './workbench.ts';

/** Whose tests are run. */
export type Subject =
  /** The checkout as it stands, with what is in no commit yet. */
  | { readonly kind: 'checkout' }
  | { readonly kind: 'commit'; readonly commit: string }
  /** The workbench of a run while somebody works in it, else its last accepted commit. */
  | { readonly kind: 'run'; readonly run: string };

export interface SubjectParts {
  readonly repository: Repository;
  readonly store: Store;
  readonly catalogue: FrameworkCatalogue;
  readonly attached: Pick<AttachedSessions, 'find'>;
  config(): Config;
}

/** What a subject comes to: files, and how their tests are run. */
export interface Looked {
  readonly tree: string;
  /** What was looked at, for a person. */
  readonly told: string;
  readonly pinned: Pick<Pinned, 'tests' | 'suites' | 'sandbox'>;
  /** The phase somebody works on: what it began from, and which packages its list item needs. */
  readonly phase?: { readonly base: string; readonly needs: readonly string[] } | undefined;
}

export async function lookAt(subject: Subject, parts: SubjectParts): Promise<Looked> {
  switch (subject.kind) {
    case 'checkout': {
      const { tree, leftOut } = await snapshotCheckout(parts.repository);
      const without = leftOut.length === 0 ? '' : `, without ${leftOut.slice(0, MOST_NAMED).join(', ')}`;
      return asSettingsSay(tree, `the checkout as it stands${without}`, parts);
    }
    case 'commit': {
      const commit = await commitNamed(subject.commit, parts.repository);
      return asSettingsSay(await treeOf(parts.repository, commit), `the commit ${commit.slice(0, 12)}`, parts);
    }
    case 'run':
      return lookAtRun(subject.run, parts);
  }
}

const MOST_NAMED = 5;

async function asSettingsSay(tree: string, told: string, parts: SubjectParts): Promise<Looked> {
  const config = parts.config();
  const tests = await chooseTests(tree, parts, config);
  return { tree, told, pinned: { ...tests, sandbox: config.sandbox ?? 'auto' } };
}

/** The commit somebody names; a text that names none is told, and never reaches git as an option. */
export async function commitNamed(text: string, repository: Repository): Promise<string> {
  const commit = await findCommit(repository, text);
  if (commit !== undefined) return commit;
  throw new BatonError(
    'not_found',
    `There is no commit ${JSON.stringify(text.slice(0, 100))}. Name a branch, a tag, or the id of a commit.`,
  );
}

async function lookAtRun(run: string, parts: SubjectParts): Promise<Looked> {
  const turn = await openTurn(parts.store, run, () => undefined);
  const pinned = await readPinned(turn);
  if (pinned.tests.framework === NO_TESTS) {
    throw new BatonError('wrong_status', `The workflow ${turn.state.workflow.name} of the run ${run} runs no tests.`);
  }
  const session = parts.attached.find(run);
  if (session !== undefined) return lookAtWorkbench(session, turn, pinned, parts);
  const { commit, tree } = turn.state.base;
  return { tree, told: `the last accepted commit ${commit.slice(0, 12)} of the run ${run}`, pinned };
}

/** What is in the workbench now, as it would be judged. */
async function lookAtWorkbench(
  session: AttachedSession,
  { run, state }: Turn,
  pinned: Pinned,
  { repository, attached }: SubjectParts,
): Promise<Looked> {
  const bench = await openWorkbench(repository, run);
  const { tree } = await bench.snapshot();
  if (attached.find(run)?.prompt !== session.prompt) {
    throw new BatonError(
      'lost_race',
      `The session of ${run} was handed in meanwhile. Its status says what became of it.`,
    );
  }
  const { phase, attempt } = session;
  const told = `the workbench of the run ${run}, phase ${phase}, attempt ${attempt}`;
  return { tree, told, pinned, phase: { base: state.base.tree, needs: state.knowledge.item?.needs ?? [] } };
}
