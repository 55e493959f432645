import { git } from './git.ts';
import type { Repository } from './repository.ts';

/** Which phase a commit says it is, in its trailers. What it does not say is left out. */
export interface PhaseCommit {
  readonly commit: string;
  readonly run: string | undefined;
  readonly phase: string | undefined;
  readonly cycle: number | undefined;
}

/** What a phase commit says of itself. */
export interface PhaseFacts {
  readonly run: string;
  readonly phase: string;
  readonly cycle: number;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
}

/** The last lines of a phase commit's message. They survive amending and rebasing, which the commit's id does not. */
export function phaseTrailers({ run, phase, cycle, agent, model }: PhaseFacts): string {
  const told = { Run: run, Phase: phase, Cycle: String(cycle), Agent: agent, Model: model };
  return Object.entries(told)
    .flatMap(([name, value]) => (value === undefined ? [] : [`Baton-${name}: ${oneLine(value)}`]))
    .join('\n');
}

/** Text that stays on the line it is written to. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Commits on any branch that say they are phases: of one run, or of all. */
export function commitsWithTrailers(repository: Repository, run?: string): Promise<readonly PhaseCommit[]> {
  const wanted = run === undefined ? '^Baton-Run: ' : `^Baton-Run: ${run}$`;
  return listCommits(repository, ['--branches', '--extended-regexp', `--grep=${wanted}`]);
}

/** What the given commits say. Those the repository does not have are left out. */
export function trailersOf(repository: Repository, commits: readonly string[]): Promise<readonly PhaseCommit[]> {
  const options = ['--no-walk=unsorted', '--ignore-missing', '--stdin'];
  return commits.length === 0 ? Promise.resolve([]) : listCommits(repository, options, `${commits.join('\n')}\n`);
}

const FORMAT = `tformat:%H${['Run', 'Phase', 'Cycle'].map(trailerFormat).join('')}`;

/** A trailer given twice gives both values in one text, which is then no run, no phase and no number. */
function trailerFormat(name: string): string {
  return `%x00%(trailers:key=Baton-${name},valueonly,unfold,separator=%x1f)`;
}

async function listCommits(
  repository: Repository,
  options: readonly string[],
  input?: string,
): Promise<readonly PhaseCommit[]> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const listed = await git(place, ['log', '-z', '--no-show-signature', `--format=${FORMAT}`, ...options], input);
  const fields = listed.split('\0');
  const found: PhaseCommit[] = [];
  for (let at = 0; at + 4 <= fields.length; at += 4) {
    const [commit = '', run = '', phase = '', cycle = ''] = fields.slice(at, at + 4);
    found.push({
      commit,
      run: run === '' ? undefined : run,
      phase: phase === '' ? undefined : phase,
      cycle: /^\d{1,9}$/.test(cycle) ? Number(cycle) : undefined,
    });
  }
  return found;
}
