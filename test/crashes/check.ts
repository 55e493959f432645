import type { Played } from './play.ts';
import { type Left, lines, type Recorded } from './record.ts';

/** What can be wrong with a run that was disturbed. */
export const HARMS = ['lost', 'duplicated', 'stuck', 'left behind', 'unclear'] as const;

export type Harm = (typeof HARMS)[number];

export interface Finding {
  readonly harm: Harm;
  readonly what: string;
}

/** What is wrong with a run that was disturbed so many times, beside one that nobody disturbed. */
export function findHarm(played: Played, left: Left | undefined, reference: Left, faults: number): Finding[] {
  const told = unclearEnds(played);
  if (!played.isDone || left === undefined) return [...told, { harm: 'stuck', what: 'it does not come to its end' }];
  return [...told, ...lostIn(played, left, reference), ...doubledIn(left, reference, faults), ...behind(left)];
}

function behind({ behind: names, fsck }: Left): Finding[] {
  const damage = fsck === '' ? [] : [{ harm: 'lost' as const, what: `git fsck says: ${fsck}` }];
  return [...damage, ...names.map((what) => ({ harm: 'left behind' as const, what }))];
}

function lostIn({ commands }: Played, left: Left, reference: Left): Finding[] {
  const acknowledged = commands.flatMap(({ out }) => lines(out).flatMap(eventIn));
  const events = new Map(left.events.map((event) => [event.seq, event]));
  const isKept = ({ seq, type, at }: Recorded) => events.get(seq)?.type === type && events.get(seq)?.at === at;
  const missing = acknowledged.filter((event) => !isKept(event)).map(({ seq, type }) => `event ${seq} ${type}`);
  const noteless = left.commits.filter(({ id }) => !left.noted.includes(id)).map(({ place }) => `the note of ${place}`);
  const files = [left.tree === reference.tree ? [] : 'other files', left.home === reference.home ? [] : 'not home'];
  return [...missing, ...noteless, ...beyond(reference, left), ...files.flat()].map((what) => ({ harm: 'lost', what }));
}

function doubledIn(left: Left, reference: Left, faults: number): Finding[] {
  const found = beyond(left, reference);
  const commits = left.events.filter(isCompletion).map(({ data, phase, cycle }) => `${data.commit} ${phase} ${cycle}`);
  const onBranch = left.commits.map(({ id, place }) => `${id} ${place}`);
  if (commits.join('\n') !== onBranch.join('\n')) found.push(`the branch has ${onBranch.join(', ')}`);
  if (left.noted.length > left.commits.length) found.push('notes on commits that are not of the run');
  if (left.merges > reference.merges) found.push(`merged ${left.merges} times`);
  const again = left.sessions - reference.sessions;
  if (again > faults) found.push(`${again} sessions played again after ${faults} faults`);
  return found.map((what) => ({ harm: 'duplicated', what }));
}

function isCompletion({ type }: Recorded): boolean {
  return type === 'phase.completed';
}

/** What one run came to and the other did not, or not as often. */
function beyond(one: Left, other: Left): string[] {
  const there = milestonesOf(other);
  return milestonesOf(one).filter((milestone) => {
    const at = there.indexOf(milestone);
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}

/** What is recorded once, however often the work that led to it was begun. */
function milestonesOf({ events }: Left): string[] {
  return events
    .filter(({ type }) => MILESTONES.includes(type))
    .map(({ type, phase, cycle, data }) => `${type} of ${phase} ${cycle} ${data.trigger ?? ''}`.trimEnd());
}

const MILESTONES: readonly string[] = [
  ...['phase.completed', 'trigger.raised', 'finding.opened', 'finding.closed'],
  ...['ask.answered', 'run.completed'],
];

function eventIn(line: string): Recorded[] {
  if (!line.startsWith('{')) return [];
  const value = JSON.parse(line) as Partial<Recorded>;
  return typeof value.seq === 'number' ? [value as Recorded] : [];
}

/**
 * A command that fails says why in a sentence and by its exit code; a stack trace tells nobody what to do. Git itself tells
 * a name that is missing by the exit code it has for every failure.
 */
function unclearEnds({ commands }: Played): Finding[] {
  return commands.flatMap(({ words, code, err }): Finding[] => {
    const [verb = ''] = words;
    const isClear = code === null || CLEAR.includes(code) || (MAY_BE_REFUSED.includes(verb) && code === 1);
    const isUnknownToGit = code === 2 && err.includes('Git does not know who you are');
    if ((isClear || isUnknownToGit) && !/^\s+at \S+ \(|"internal"/m.test(err)) return [];
    return [{ harm: 'unclear', what: `baton ${verb} ends with ${code} and says: ${err.trim()}` }];
  });
}

/** An answer that was recorded before is refused; so is a merge that the user's git does not make. */
const MAY_BE_REFUSED: readonly string[] = ['answer', 'approve', 'merge'];

/** Done, git or disk, waiting for a person. */
const CLEAR: readonly number[] = [0, 3, 4];
