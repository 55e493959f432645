import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN } from './play.ts';
import { gitOf, type Stage } from './stage.ts';

/** An event as far as it is looked at here. */
export interface Recorded {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly phase?: string;
  readonly cycle?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a run left, read by git alone: nothing of Baton's own vouches for it. */
export interface Left {
  readonly events: readonly Recorded[];
  /** Phase commits of the branch, oldest first. */
  readonly commits: readonly { readonly id: string; readonly place: string }[];
  /** Commits that have a note. */
  readonly noted: readonly string[];
  readonly tree: string;
  /** The files of main, and how many commits it got. */
  readonly home: string;
  readonly merges: number;
  /** Sessions that agents were started for. */
  readonly sessions: number;
  readonly fsck: string;
  /** Locks, temporary files and directories, and programs that nobody needs any more. */
  readonly behind: readonly string[];
}

export function leftBy(stage: Stage): Left {
  const branch = `refs/heads/baton/${RUN}`;
  const start = gitOf(stage, 'rev-list', '--max-parents=0', '--first-parent', 'refs/heads/main');
  return {
    events: eventsOf(stage),
    commits: lines(gitOf(stage, 'log', '--first-parent', '--reverse', PLACES, `${start}..${branch}`)).map((line) => {
      const [id = '', ...place] = line.split(' ');
      return { id, place: place.join(' ') };
    }),
    noted: lines(gitOf(stage, 'notes', `--ref=${stage.story.name}-handoffs`, 'list')).map(
      (line) => line.split(' ')[1] ?? '',
    ),
    tree: gitOf(stage, 'rev-parse', `${branch}^{tree}`),
    home: gitOf(stage, 'rev-parse', 'refs/heads/main^{tree}'),
    merges: lines(gitOf(stage, 'log', '--first-parent', '--format=%H', `${start}..refs/heads/main`)).length,
    sessions: lines(readFileSync(stage.log, 'utf8')).length,
    fsck: gitOf(stage, 'fsck', '--strict', '--no-dangling', '--no-progress'),
    behind: [...locksIn(join(stage.checkout, '.git')), ...leavings(stage), ...programsOf(stage)],
  };
}

const PLACES =
  '--format=%H %(trailers:key=Baton-Phase,valueonly,separator=) %(trailers:key=Baton-Cycle,valueonly,separator=)';

function eventsOf(stage: Stage): Recorded[] {
  const bodies = gitOf(stage, 'log', '--first-parent', '--reverse', '--format=%b%x00', `refs/baton/runs/${RUN}`);
  return bodies.split('\0').flatMap((body) => (body.trim() === '' ? [] : [JSON.parse(body) as Recorded]));
}

function locksIn(gitDir: string): string[] {
  const names = readdirSync(gitDir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.lock')).map((name) => `.git/${name}`);
}

/** Temporary files of Baton's own in the repository, and everything where temporary files go. */
function leavings({ root, checkout }: Stage): string[] {
  const own = join(checkout, '.git/baton');
  const inside = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) => IN_PASSING.test(name));
  return [...inside.map((name) => `.git/baton/${name}`), ...readdirSync(join(root, 'temporary'))];
}

/** What is in these places is there only while something is being done, and so is a file with a name of chance. */
const IN_PASSING =
  /^(?:owners|workbenches|started|writers|locks)\/|^shadow-|by-[0-9a-z]+-[0-9a-f]{6}-[0-9a-f]{6}-[0-9a-f]{8}$/;

/** Programs that carry the stage in their environment. */
function programsOf({ root }: Stage): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && procFile(name, 'environ').includes(root))
    .map((pid) => procFile(pid, 'cmdline').replaceAll('\0', ' ').trim())
    .filter((command) => command !== '')
    .map((command) => `running: ${command}`);
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

export function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
