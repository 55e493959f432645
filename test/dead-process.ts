import { spawnSync } from 'node:child_process';
import { ownedEnd } from '../src/sys/owned-name.ts';
import { thisProcess } from '../src/sys/process-owner.ts';

/** A process of this machine that was there and is no more. */
export function deadProcess() {
  const { pid } = spawnSync('true');
  return { ...thisProcess(), pid, start: '1' };
}

/** The end of a name that such a process gave. */
export function deadEnd(): string {
  return ownedEnd().replace(/^by-[0-9a-z]+/, `by-${deadProcess().pid.toString(36)}`);
}
