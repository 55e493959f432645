import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARK } from '../../../src/sys/program.ts';
import type { Launched } from './command.ts';
import type { Project } from './project.ts';

/** A program that Baton started for a project: an agent, tests, or whatever those started. */
interface Started {
  readonly pid: number;
  readonly command: string;
}

/** Programs that run for a project now. Everything Baton starts carries its mark and a directory of the project. */
export function programsOf({ environment }: Project): Started[] {
  const place = environment.TMPDIR ?? '';
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const variables = procFile(pid, 'environ').split('\0');
      return variables.some((one) => one.startsWith(`${MARK}=`)) && variables.some((one) => one.includes(place));
    })
    .map((pid) => ({ pid: Number(pid), command: procFile(pid, 'cmdline').replaceAll('\0', ' ') }))
    .filter(({ command }) => command !== '');
}

/** Waits until a program runs for a project whose command line holds a text, or nobody moves it any more. */
export async function untilRuns(project: Project, text: string, { process }: Launched): Promise<void> {
  const isThere = () => programsOf(project).some(({ command }) => command.includes(text));
  while (process.exitCode === null && !isThere()) await sleep(20);
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
