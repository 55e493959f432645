import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** One process, told apart from a later one that got the same number, and from one in another container. */
export interface ProcessOwner {
  readonly pid: number;
  /** When it started, in the system's own terms. */
  readonly start: string;
  /** The table of processes the number stands in: every boot and every container has its own. */
  readonly table: string;
}

/** `unknown`: it belongs to another container or boot, so this process cannot see whether it is there. */
export type Fate = 'alive' | 'dead' | 'unknown';

/** The table of a process that cannot see itself in `/proc`: nothing can be said about its neighbours. */
const UNSEEN = 'unseen';

let self: ProcessOwner | undefined;

export function thisProcess(): ProcessOwner {
  self ??= { pid: process.pid, start: startOf(process.pid) ?? 'unknown', table: tableOf() };
  return self;
}

/** Whether exactly that process is still there. */
export function fateOf({ pid, start, table }: ProcessOwner): Fate {
  if (table === UNSEEN || table !== thisProcess().table) return 'unknown';
  const now = startOf(pid);
  return now !== undefined && (start === 'unknown' || now === start) ? 'alive' : 'dead';
}

/** This process in a few characters, for names of files. */
export function shortMark(): string {
  const { pid, start, table } = thisProcess();
  return [pid.toString(36), digest(table), digest(start)].join('-');
}

/** Whether the process that a short mark stands for is still there. */
export function fateOfMark(mark: string): Fate {
  const [pid = '', table, start] = mark.split('-');
  const here = thisProcess().table;
  if (here === UNSEEN || table !== digest(here)) return 'unknown';
  const now = startOf(Number.parseInt(pid, 36));
  return now !== undefined && [now, 'unknown'].some((one) => digest(one) === start) ? 'alive' : 'dead';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}

/** When a process started, or nothing if there is none. A zombie is dead: it can do nothing any more. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStart(pid);
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return text === '' || text.startsWith('Z')
      ? undefined
      : text
          .slice(text.indexOf(' ') + 1)
          .trim()
          .replaceAll(' ', '_');
  } catch {
    return undefined;
  }
}

/** From `/proc/<pid>/stat`; the command in it may hold spaces and brackets, so fields count from the last bracket. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? undefined : startTime;
  } catch {
    return undefined;
  }
}

function tableOf(): string {
  if (process.platform !== 'linux') return process.platform;
  try {
    if (readlinkSync('/proc/self') !== String(process.pid)) return UNSEEN;
    const [boot] = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').split('-');
    const namespace = readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
    return `${boot}-${namespace}`;
  } catch {
    return UNSEEN;
  }
}
