import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Told } from '../../baton.ts';
import type { Project } from './project.ts';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const AGENT = fileURLToPath(new URL('../../agents/planned.mjs', import.meta.url));

/** The name of the one run of a project. */
export const RUN = 'sum';

export const REQUEST = 'A function that gives the sum of numbers';

/** Starts the run of a project with the agents of its plan, and waits until it rests. */
export function startRun(project: Project, ...flags: string[]): Promise<Told> {
  return baton(project, ...runWords(project), ...flags);
}

/** What `baton` is given to start the run. */
export function runWords({ plan }: Project): string[] {
  return ['run', REQUEST, '--name', RUN, '--command', `node ${AGENT} ${plan}`];
}

/** Runs a command of the built program to its end. */
export function baton(project: Project, ...args: string[]): Promise<Told> {
  return launch(project, args).ended;
}

/** A command that runs, and can be told to stop. */
export interface Launched {
  readonly process: ChildProcess;
  readonly ended: Promise<Told>;
  /** Says whether what it printed came to hold something before it ended. */
  until(holds: (out: string) => boolean): Promise<boolean>;
}

export function launch(project: Project, args: readonly string[], more: NodeJS.ProcessEnv = {}): Launched {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: project.path,
    env: { ...process.env, ...project.environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  let looks: (() => void)[] = [];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
    for (const look of looks) look();
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    err += piece;
  });
  const ended = new Promise<Told>((resolve) => {
    child.on('close', (code) => resolve({ code, out: out.trimEnd(), err: err.trimEnd() }));
  });
  return {
    process: child,
    ended,
    until(holds) {
      const seen = new Promise<boolean>((resolve) => {
        const look = () => holds(out) && resolve(true);
        looks = [...looks, look];
        look();
      });
      return Promise.race([seen, ended.then(() => holds(out))]);
    },
  };
}
