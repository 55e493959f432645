import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Told } from '../baton.ts';
import { gitIn } from '../repository.ts';
import { lookAt } from '../scenarios/tdd/checkout.ts';
import { launch, RUN, runWords } from '../scenarios/tdd/command.ts';
import { projectOf } from '../scenarios/tdd/languages.ts';
import type { Project } from '../scenarios/tdd/project.ts';
import { type Record as RunRecord, recordOf } from '../scenarios/tdd/record.ts';
import { ONE_TEST, type Session, sumWith } from '../scenarios/tdd/sum.ts';
import { BASES } from './projects.ts';
import type { Cheat, Scene } from './scene.ts';

/** What came of a scene. */
export interface Played {
  readonly told: Told;
  readonly record: RunRecord;
  /** The files of the run's branch, as one id. */
  readonly tree: string;
  /** The names of all refs there are: branches, journals, notes. */
  readonly refs: string;
  /** Whether the user's checkout is as it was. */
  readonly isUntouched: boolean;
}

/** Plays a scene in a repository of its own, with the built program. A cheating session stands above all others. */
export async function play(scene: Scene, signal?: AbortSignal, cheat?: (project: Project) => Session): Promise<Played> {
  signal?.throwIfAborted();
  const base = BASES[scene.project];
  const config = { ...base.config, ...scene.config };
  const project = projectOf(base, {
    ...(hasKeys(config) ? { 'baton.yaml': JSON.stringify(config) } : {}),
    ...scene.files,
  });
  const sessions = [...(scene.sessions ?? []), ...(scene.cycles === 2 ? [] : [ONE_TEST]), ...sumWith(base.texts)];
  const cheating = cheat === undefined ? [] : [cheat(project)];
  return playIn(project, [...cheating, ...sessions], scene.flags, signal);
}

/** Plays sessions in a project, which is removed afterwards. */
export async function playIn(
  project: Project,
  sessions: readonly Session[],
  flags: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Played> {
  try {
    writeFileSync(project.plan, JSON.stringify(sessions));
    const before = lookAt(project);
    const told = await runUntil(project, flags, signal);
    const isUntouched = JSON.stringify(lookAt(project)) === JSON.stringify(before);
    const tree = gitIn(project.path, 'for-each-ref', '--format=%(tree)', `refs/heads/baton/${RUN}`);
    const refs = gitIn(project.path, 'for-each-ref', '--format=%(refname)');
    return { told, record: await recordFor(project, told), tree, refs, isUntouched };
  } finally {
    rmSync(dirname(project.path), { recursive: true, force: true });
  }
}

/** Starts the run, and ends it once nobody waits for it any more: what it started ends with it. */
async function runUntil(project: Project, flags: readonly string[], signal: AbortSignal | undefined): Promise<Told> {
  const { process: child, ended } = launch(project, [...runWords(project), ...flags]);
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill();
    timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  };
  signal?.addEventListener('abort', end);
  const told = await ended;
  signal?.removeEventListener('abort', end);
  clearTimeout(timer);
  signal?.throwIfAborted();
  return told;
}

/** How long a run may take to stop by itself. */
const GRACE_MS = 5_000;

/** A scene that Baton refused to start is a mistake in the scene. */
async function recordFor(project: Project, { err }: Told): Promise<RunRecord> {
  try {
    return await recordOf(project);
  } catch (cause) {
    throw new Error(`There is no run: ${err}`, { cause });
  }
}

/** Where a cheat takes place. */
export function placeOf({ phase, cycles = 1 }: Cheat) {
  return { phase, cycle: cycles, attempt: 1 };
}

export function playCheat(cheat: Cheat, signal?: AbortSignal): Promise<Played> {
  const { does } = cheat;
  const deedIn = (project: Project) => (typeof does === 'function' ? does(project) : does);
  return play(cheat, signal, (project) => ({ ...deedIn(project), ...placeOf(cheat) }));
}

function hasKeys(value: object): boolean {
  return Object.keys(value).length > 0;
}
