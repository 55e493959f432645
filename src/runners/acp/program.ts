import { type ProgramResult, startProgram } from '../../sys/program.ts';
import type { Login } from '../login.ts';
import type { Containment, SessionMessage, SessionRequest } from '../runner.ts';
import { openMessageStream } from './message-stream.ts';
import type { LogWatch, Profile } from './profile.ts';
import type { Stream } from './sdk.ts';

/** An agent that is ready to be started. */
export interface AgentStart {
  /** What people call it. */
  readonly title: string;
  /** Nothing if it is none that Baton knows. */
  readonly profile: Profile | undefined;
  readonly login: Login | undefined;
  readonly program: readonly string[];
  readonly needs: Containment;
  readonly environment: Readonly<Record<string, string>>;
  /** Where it works, without links: as it will name its files. */
  readonly directory: string;
  /** How long it may take to say that it speaks the protocol. */
  readonly startMs: number;
}

/** An agent's program while it runs. */
export interface AgentProgram {
  readonly stream: Stream;
  readonly ended: Promise<ProgramResult>;
  end(): void;
  /** Told once, when its log says that it tries in vain. */
  onTrouble(stop: () => void): void;
  /** What its log says of that. */
  trouble(): string;
  /** The end of what it printed that was no message of the protocol. */
  words(): string;
  /** Why nothing more was taken from it. */
  brokenBy(): string | undefined;
}

/** Starts an agent's program, contained and marked. */
export function startAgent(
  start: AgentStart,
  request: SessionRequest,
  tell: (message: SessionMessage) => void,
): AgentProgram {
  const words = keepWords();
  const watch = watchFor(start.profile?.watchLog?.());
  const log = splitLines((line) => {
    if (watch.take(line)) words.add(`${line}\n`);
  });
  const started = startProgram(
    {
      program: request.contain(start.program, start.needs),
      cwd: start.directory,
      environment: start.environment,
      // Only a last resort: the session is stopped at its deadline, and asked before.
      timeoutMs: request.deadlineMs + 60_000,
      keepOutput: 1_000,
      onStarting: request.onStarting,
    },
    (piece, stream) => {
      if (stream === 'stdout') messages.take(piece);
      else log(piece);
    },
  );
  const messages = openMessageStream(started.child.stdin, (line) => {
    words.add(`${line}\n`);
    tell({ kind: 'text', text: `${line.slice(0, LONGEST_NOISE)}\n` });
  });
  started.child.stdout.on('end', messages.close);
  started.ended.then(messages.close, messages.close);
  return {
    stream: messages.stream,
    ended: started.ended.finally(watch.over),
    end: started.end,
    onTrouble: watch.onTrouble,
    trouble: watch.trouble,
    words: words.text,
    brokenBy: messages.brokenBy,
  };
}

const LONGEST_NOISE = 2_000;

/** How often a request may fail before its session is given back, to be tried again later. */
const MOST_FAILURES = 3;

/** How long a program may wait to try again. */
const PATIENCE_MS = 60_000;

function watchFor(watch: LogWatch | undefined) {
  let stop = () => {};
  let waiting: NodeJS.Timeout | undefined;
  return {
    take(line: string): boolean {
      if (watch === undefined) return true;
      const isForPeople = watch.take(line);
      const { failures, isWaiting } = watch.trouble();
      if (!isWaiting) {
        clearTimeout(waiting);
        waiting = undefined;
      }
      if (failures >= MOST_FAILURES) stop();
      else if (isWaiting) waiting ??= setTimeout(() => stop(), PATIENCE_MS);
      return isForPeople;
    },
    onTrouble(given: () => void): void {
      stop = given;
    },
    trouble: () => watch?.trouble().message ?? '',
    over: () => clearTimeout(waiting),
  };
}

function splitLines(take: (line: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const [first = '', ...more] = piece.split('\n');
    rest = `${rest}${first}`.slice(-LONGEST_LOG_LINE);
    for (const begun of more) {
      take(rest);
      rest = begun;
    }
  };
}

const LONGEST_LOG_LINE = 100_000;

function keepWords() {
  let text = '';
  return {
    add(piece: string): void {
      text = `${text}${piece}`.slice(-MOST_WORDS);
    },
    text: () => text,
  };
}

const MOST_WORDS = 20_000;
