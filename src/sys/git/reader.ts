import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BatonError } from '../../base/error.ts';
import { faultPoint } from '../../base/fault-point.ts';
import { gitArguments, gitEnvironment } from './git.ts';
import { type ReadObject, readLoose } from './loose-object.ts';
import type { Repository } from './repository.ts';

export type { ReadObject } from './loose-object.ts';

/**
 * Reads objects: those that are files of their own directly, all others through one `git cat-file --batch` that stays
 * open: a round trip instead of a process start. The process ends with its owner (its input closes) and is started
 * again if it dies.
 */
export interface GitReader {
  /** The object a name (id, ref, `ref:path`) stands for, or nothing. */
  read(name: string): Promise<ReadObject | undefined>;
  close(): void;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Waiting {
  readonly name: string;
  /** Whether it is asked again if the process dies before it answers: it may have died while nobody asked anything. */
  readonly again: boolean;
  readonly resolve: (object: ReadObject | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export function openReader(repository: Repository): GitReader {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const isId = new RegExp(`^[0-9a-f]{${repository.zeroId.length}}$`);
  let child: Child | undefined;
  let waiting: Waiting[] = [];
  let received: Buffer[] = [];
  let receivedLength = 0;
  let needed = 1;

  function start(): Child {
    faultPoint('git.before', 'cat-file');
    const started = spawn('git', gitArguments(place, ['cat-file', '--batch']), {
      cwd: place.cwd,
      env: gitEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
      // Ctrl-C is for Baton; this one ends when its input does.
      detached: true,
    });
    started.stdout.on('data', (chunk: Buffer) => receive(chunk));
    started.stdin.on('error', () => undefined);
    started.on('error', (cause) => ended(started, cause));
    started.on('close', () => ended(started, undefined));
    return started;
  }

  function ask(question: Waiting): void {
    child ??= start();
    waiting.push(question);
    if (waiting.length === 1) keepAlive(child, true);
    child.stdin.write(`${question.name}\n`);
  }

  function ended(which: Child, cause: unknown): void {
    if (which !== child) return;
    child = undefined;
    received = [];
    receivedLength = 0;
    needed = 1;
    const lost = waiting;
    waiting = [];
    for (const each of lost) {
      const { name, again, reject } = each;
      if (again && cause === undefined) ask({ ...each, again: false });
      else reject(new BatonError('git_failed', `git cat-file ended while ${name} was being read.`, { cause }));
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
    if (receivedLength < needed) return undefined;
    const bytes = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
    received = [bytes];
    const lineEnd = bytes.indexOf('\n');
    if (lineEnd < 0) {
      needed = receivedLength + 1;
      return undefined;
    }
    const [id = '', type = '', size = ''] = bytes.toString('utf8', 0, lineEnd).split(' ').slice(-3);
    if (!/^\d+$/.test(size)) {
      drop(lineEnd + 1);
      return { object: undefined };
    }
    const end = lineEnd + 1 + Number(size);
    if (bytes.length < end + 1) {
      needed = end + 1;
      return undefined;
    }
    drop(end + 1);
    return { object: { id, type, content: bytes.subarray(lineEnd + 1, end) } };
  }

  function drop(length: number): void {
    const rest = (received[0] as Buffer).subarray(length);
    received = rest.length === 0 ? [] : [rest];
    receivedLength = rest.length;
    needed = 1;
  }

  return {
    async read(name) {
      if (/[\n\0]/.test(name)) return undefined;
      const loose = isId.test(name) ? readLoose(repository, name) : undefined;
      if (loose !== undefined) return loose;
      return await new Promise((resolve, reject) => {
        ask({ name, again: true, resolve, reject });
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
