import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One process, told apart from a later one that got the same number. */
export interface ProcessOwner {
  readonly pid: number;
  /** When it started, in the system's own terms; comparable only on the same machine and boot. */
  readonly start: string;
}

let self: ProcessOwner | undefined;

export function thisProcess(): ProcessOwner {
  self ??= { pid: process.pid, start: startOf(process.pid) ?? 'unknown' };
  return self;
}

/** Whether exactly that process is still there. */
export function isAlive({ pid, start }: ProcessOwner): boolean {
  const now = startOf(pid);
  return now !== undefined && (start === 'unknown' || now === start);
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
