import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JournalName } from '../../src/store/store.ts';
import { temporaryDirectory } from '../repository.ts';

const PROGRAM = join(import.meta.dirname, 'writer.mjs');

/** What `writer.mjs` is told to do. */
export interface WriterOptions {
  readonly repository: string;
  readonly writer: string;
  readonly journals: readonly JournalName[];
  readonly events?: number;
  readonly attachments?: boolean;
  readonly create?: { readonly startAt: number; readonly everyMs: number };
  readonly fault?: { readonly name: string; readonly occurrence: number };
  readonly unflushed?: boolean;
}

/** One line of a writer: an event it was told is recorded, or one that somebody else was faster with. */
export interface Told {
  readonly journal: JournalName;
  readonly head: string;
  readonly writer: string;
  readonly n: number;
}

export interface Said {
  readonly acks: readonly Told[];
  readonly losses: readonly Told[];
  readonly errors: readonly string[];
  /** Fault points it passed, in order, where it was asked to print them. */
  readonly points: readonly string[];
}

export interface Writer {
  readonly process: ChildProcess;
  /** What it said up to now. */
  said(): Said;
  /** What it said when it has ended, however it ended. */
  ended(): Promise<Said & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts a writer; its words go to a file, so that they are complete when it is killed or stopped. */
export function startWriter(options: WriterOptions, launch: Launch = {}): Writer {
  const output = join(temporaryDirectory(), 'said');
  const fd = openSync(output, 'w');
  const [command = process.execPath, ...before] = [...(launch.through ?? []), process.execPath];
  const child = spawn(command, [...before, PROGRAM, JSON.stringify(options)], {
    stdio: ['ignore', fd, 'inherit'],
    detached: launch.detached ?? false,
    ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.uid }),
  });
  closeSync(fd);
  const exit = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  });
  const said = () => parse(readFileSync(output, 'utf8'));
  return { process: child, said, ended: async () => ({ signal: await exit, ...said() }) };
}

interface Launch {
  /** A command that runs the writer, such as `unshare`. */
  readonly through?: readonly string[];
  readonly uid?: number;
  /** In a process group of its own, with all that it starts. */
  readonly detached?: boolean;
}

/** Runs writers side by side to their end. */
export function runWriters(all: readonly WriterOptions[], launch?: Launch): Promise<Said[]> {
  return Promise.all(all.map((options) => startWriter(options, launch).ended()));
}

function parse(text: string): Said {
  const lines = text.split('\n').map((line) => line.split(' '));
  const told = (kind: string) => lines.filter(([first]) => first === kind).map(toldIn);
  return {
    acks: told('ack'),
    losses: told('lost'),
    errors: lines.filter(([first]) => first === 'error').map((words) => words.slice(1).join(' ')),
    points: lines.filter(([first]) => first === 'point').map((words) => words.slice(1).join(' ')),
  };
}

function toldIn([, journal, head = '', writer = '', n]: readonly string[]): Told {
  return { journal: journal as JournalName, head, writer, n: Number(n) };
}

/** Whether a command that is to run a writer can run anything here. */
export function canRunAs(through: readonly string[]): boolean {
  const [command = '', ...args] = through;
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
