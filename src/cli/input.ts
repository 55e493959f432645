import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came of asking for a line. */
export type Typed =
  | { readonly kind: 'line'; readonly text: string }
  /** Ctrl-D, or the terminal is gone. */
  | { readonly kind: 'closed' }
  /** Ctrl-C, or the process was told to end. */
  | { readonly kind: 'interrupted' }
  /** The question is no longer worth asking. */
  | { readonly kind: 'cancelled' };

/** The person at the keyboard. */
export interface Input {
  /** Drops what was typed before anything was asked: nobody answers a question that they have not seen. */
  discard(): Promise<void>;
  /** Asks for a line. What is pasted together is one answer. */
  ask(question: string, cancelled: AbortSignal): Promise<Typed>;
}

/** The keyboard of this process, if a person reads and types in a terminal. */
export function processInput(): Input | undefined {
  const { stdin, stdout } = process;
  return stdin.isTTY === true && stdout.isTTY === true ? openInput(stdin, stdout, process) : undefined;
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';
const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  off(signal: Signal, listener: () => void): unknown;
}

/** What a terminal has beside its bytes. */
type Keyboard = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };

/** Lines that come within this time of each other were pasted. */
const PASTE_MS = 40;

export function openInput(stdin: Keyboard, stdout: NodeJS.WritableStream, signals: SignalSource): Input {
  return {
    async discard() {
      const drop = () => undefined;
      // Without raw mode the terminal keeps a line that was begun until it is ended.
      stdin.setRawMode?.(true);
      stdin.on('data', drop);
      stdin.resume();
      await sleep(PASTE_MS);
      stdin.pause();
      stdin.off('data', drop);
      stdin.setRawMode?.(false);
    },
    ask(question, cancelled) {
      if (cancelled.aborted) return Promise.resolve({ kind: 'cancelled' });
      return new Promise((resolve) => {
        const lines: string[] = [];
        let pasting: NodeJS.Timeout | undefined;
        const reader = createInterface({ input: stdin, output: stdout, terminal: true, historySize: 0 });
        const interrupt = () => end({ kind: 'interrupted' });
        const cancel = () => end({ kind: 'cancelled' });
        const finish = () => end({ kind: 'line', text: lines.join('\n') });
        const close = () => (lines.length === 0 ? end({ kind: 'closed' }) : finish());
        const end = (typed: Typed) => {
          clearTimeout(pasting);
          cancelled.removeEventListener('abort', cancel);
          for (const signal of SIGNALS) signals.off(signal, interrupt);
          // Only this listener: by its own ones the reader lets go of the keyboard, and would else echo for ever.
          reader.off('close', close);
          reader.close();
          if (typed.kind !== 'line') stdout.write('\n');
          resolve(typed);
        };
        cancelled.addEventListener('abort', cancel);
        for (const signal of SIGNALS) signals.on(signal, interrupt);
        reader.on('SIGINT', interrupt);
        reader.on('close', close);
        reader.on('line', (line) => {
          lines.push(line);
          clearTimeout(pasting);
          pasting = setTimeout(finish, PASTE_MS);
        });
        reader.setPrompt(question);
        reader.prompt();
      });
    },
  };
}
