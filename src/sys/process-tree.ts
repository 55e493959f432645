import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends every process that carries a mark in its environment, until none is left. Where processes cannot be looked into
 * (macOS), only the process group was ended.
 */
export async function endMarked(name: string, value: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = markedProcesses(name, value);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
    await sleep(5);
  }
}

const MOST_ROUNDS = 200;

/**
 * Waits for the first process of a namespace, which the system lets end only after all others in it; whether it did. Looking
 * through all processes takes longer.
 */
export async function untilGone(pid: string): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (isGone(pid)) return true;
    await sleep(1);
  }
  return false;
}

/** Gone, or a zombie that nobody asked about. */
function isGone(pid: string): boolean {
  try {
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

/** Processes that were started with the mark, apart from zombies. */
export function markedProcesses(name: string, value: string): number[] {
  const mark = `${name}=${value}`;
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => environmentOf(pid).includes(mark))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
