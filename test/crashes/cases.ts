import type { Act } from './launch.ts';
import type { PlannedFault } from './play.ts';

/** One way to disturb a run. */
export interface Case {
  readonly kind: string;
  readonly faults: readonly PlannedFault[];
}

/** A fault point as an undisturbed run passed it. */
export interface Passing {
  readonly command: number;
  readonly point: string;
  /** How often it had been passed in that command by then, from 1. */
  readonly nth: number;
  /** What the run was at: the last event recorded, and how many phases were completed. */
  readonly step: string;
  readonly completed: number;
}

/** The fault points each command passed, as passings. */
export function passingsOf(lists: readonly (readonly string[])[]): Passing[] {
  let [step, completed] = ['nothing', 0];
  return lists.flatMap((points, command) => {
    const times = new Map<string, number>();
    return points.map((point) => {
      const nth = (times.get(point) ?? 0) + 1;
      times.set(point, nth);
      const [place, type = ''] = point.split(' ');
      if (place === 'append.after') step = type;
      if (point === 'append.after phase.completed') completed += 1;
      return { command, point, nth, step, completed };
    });
  });
}

/** One of each: every point in every kind of step, or, if phases count, in every phase, too. */
export function distinct(passings: readonly Passing[], phasesCount: boolean, random: () => number): Passing[] {
  const groups = new Map<string, Passing[]>();
  for (const passing of passings) {
    const { command, point, step, completed } = passing;
    const key = JSON.stringify([command, point, step, phasesCount ? completed % PHASES : 0]);
    groups.set(key, [...(groups.get(key) ?? []), passing]);
  }
  return [...groups.values()].map((group) => pick(group, random));
}

/** Those that are at a point, or in a kind of step, where the others never are. */
export function unlike(passings: readonly Passing[], others: readonly Passing[]): Passing[] {
  const key = ({ point, step }: Passing) => `${point} ${step}`;
  const known = new Set(others.map(key));
  return passings.filter((passing) => !known.has(key(passing)));
}

/** Phases of a cycle. */
const PHASES = 4;

export function killsAt(passings: readonly Passing[]): Case[] {
  return passings.map((passing) => ({ kind: 'killed at a fault point', faults: [at(passing, { kill: true })] }));
}

/** Killed, and again in the command that comes next, which does much of what the first would have done. */
export function pairsOf(firsts: readonly Passing[], seconds: readonly Passing[]): Case[] {
  return firsts.map((first, index) => {
    const { point, nth } = seconds[index] as Passing;
    const again = { command: first.command + 1, fault: { point, nth, act: { kill: true } as const } };
    return { kind: 'killed twice', faults: [at(first, { kill: true }), again] };
  });
}

export function randomKills(count: number, lengths: readonly number[], random: () => number): Case[] {
  const whole = lengths.reduce((sum, ms) => sum + ms, 0);
  return Array.from({ length: count }, () => {
    let killAfterMs = random() * whole;
    let command = 0;
    while (killAfterMs > (lengths[command] ?? whole)) {
      killAfterMs -= lengths[command] ?? 0;
      command += 1;
    }
    return { kind: 'killed at a random moment', faults: [{ command, fault: { killAfterMs } }] };
  });
}

/** A failure at every point: of the disk where something is written, of git where it is called; and clocks that jump. */
export function failuresAt(passings: readonly Passing[], random: () => number): Case[] {
  const failing = passings.filter(({ point }) => !point.startsWith('git.after'));
  return failing.flatMap((passing, index) => {
    const disk = { kind: 'disk fails', act: { errno: ERRNOS[index % ERRNOS.length] as string } };
    const git = GIT_ENDS.map((how) => ({ kind: 'git dies', act: { git: how } }));
    const clock = { kind: 'clock jumps', act: { hours: random() < 0.5 ? -JUMP_HOURS : JUMP_HOURS } };
    const isGit = passing.point.startsWith('git.before');
    const acts = [...(isGit ? git : [disk]), ...(index % CLOCK_EVERY === 0 ? [clock] : [])];
    return acts.map(({ kind, act }) => ({ kind, faults: [at(passing, act)] }));
  });
}

const ERRNOS = ['ENOSPC', 'EIO', 'EACCES'];
const GIT_ENDS = ['exits', 'dies', 'forgets'] as const;
const JUMP_HOURS = 7;
const CLOCK_EVERY = 4;

function at({ command, point, nth }: Passing, act: Act): PlannedFault {
  return { command, fault: { point, nth, act } };
}

export function pick<One>(list: readonly One[], random: () => number): One {
  return list[Math.floor(random() * list.length)] as One;
}
