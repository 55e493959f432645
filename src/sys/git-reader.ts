import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BatonError } from '../base/error.ts';
import { type GitPlace, gitArguments, gitEnvironment } from './git.ts';

/** An object as git gave it. */
export interface ReadObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Reads objects through one `git cat-file --batch` that stays open: a round trip instead of a process start. The
 * process ends with its owner (its input closes) and is started again if it dies.
 */
export interface GitReader {
  /** The object a name (id, ref, `ref:path`) stands for, or nothing. */
  read(name: string): Promise<ReadObject | undefined>;
  close(): void;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Waiting {
  readonly name: string;
  readonly resolve: (object: ReadObject | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export function openReader(place: GitPlace): GitReader {
  let child: Child | undefined;
  let waiting: Waiting[] = [];
  let received: Buffer[] = [];
  let receivedLength = 0;

  function start(): Child {
    const started = spawn('git', gitArguments(place, ['cat-file', '--batch']), {
      cwd: place.cwd,
      env: gitEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    started.stdout.on('data', (chunk: Buffer) => receive(chunk));
    started.stdin.on('error', () => undefined);
    started.on('error', (cause) => ended(started, cause));
    started.on('close', () => ended(started, undefined));
    return started;
  }

  function ended(which: Child, cause: unknown): void {
    if (which !== child) return;
    child = undefined;
    received = [];
    receivedLength = 0;
    const lost = waiting;
    waiting = [];
    for (const { reject, name } of lost) {
      reject(new BatonError('git_failed', `git cat-file ended while ${name} was being read.`, { cause }));
    }
  }

  function receive(chunk: Buffer): void {
    received.push(chunk);
    receivedLength += chunk.length;
    for (;;) {
      const answer = takeAnswer();
      if (answer === undefined) return;
      waiting.shift()?.resolve(answer.object);
      if (waiting.length === 0) keepAlive(child, false);
    }
  }

  /** One complete answer from the front of what arrived, or nothing while it is incomplete. */
  function takeAnswer(): { readonly object: ReadObject | undefined } | undefined {
    if (receivedLength === 0) return undefined;
    const bytes = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
    received = [bytes];
    const lineEnd = bytes.indexOf('\n');
    if (lineEnd < 0) return undefined;
    const [id = '', type = '', size = ''] = bytes.toString('utf8', 0, lineEnd).split(' ').slice(-3);
    if (!/^\d+$/.test(size)) {
      drop(lineEnd + 1);
      return { object: undefined };
    }
    const end = lineEnd + 1 + Number(size);
    if (bytes.length < end + 1) return undefined;
    drop(end + 1);
    return { object: { id, type, content: bytes.subarray(lineEnd + 1, end) } };
  }

  function drop(length: number): void {
    const rest = (received[0] as Buffer).subarray(length);
    received = rest.length === 0 ? [] : [rest];
    receivedLength = rest.length;
  }

  return {
    read(name) {
      if (/[\n\0]/.test(name)) return Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        child ??= start();
        waiting.push({ name, resolve, reject });
        if (waiting.length === 1) keepAlive(child, true);
        child.stdin.write(`${name}\n`);
      });
    },
    close() {
      child?.stdin.end();
      child = undefined;
    },
  };
}

/** An idle reader must not keep the program running; one that owes an answer must. */
function keepAlive(child: Child | undefined, alive: boolean): void {
  if (child === undefined) return;
  const handles = [child, child.stdin, child.stdout] as unknown as { ref?(): void; unref?(): void }[];
  for (const handle of handles) (alive ? handle.ref : handle.unref)?.call(handle);
}
