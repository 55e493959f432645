import type { Writable } from 'node:stream';
import type { AnyMessage, Stream } from './sdk.ts';

/** Both directions of a conversation, one message a line. */
export interface MessageStream {
  readonly stream: Stream;
  /** Takes a piece of what the program printed. */
  take(piece: string): void;
  /** Nothing more will come. */
  close(): void;
  /** Why nothing more is taken, though more could come. */
  brokenBy(): string | undefined;
}

/** Most characters of one message. */
const LONGEST_LINE = 32_000_000;

/**
 * Makes messages of the lines a program prints. Lines that are none, a greeting perhaps, are told as noise and do no harm;
 * neither do answers to what nobody asked.
 */
export function openMessageStream(input: Writable, onNoise: (line: string) => void): MessageStream {
  const asked = new Set<unknown>();
  let incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  let rest = '';
  let brokenBy: string | undefined;

  function takeLine(line: string): void {
    if (line.trim() === '') return;
    const message = parseMessage(line);
    const isAnswer = message !== undefined && !('method' in message);
    if (message === undefined || (isAnswer && !asked.delete(message.id))) onNoise(line);
    else incoming?.enqueue(message);
  }

  return {
    stream: {
      readable: new ReadableStream<AnyMessage>({
        start(controller) {
          incoming = controller;
        },
        cancel() {
          incoming = undefined;
        },
      }),
      writable: new WritableStream<AnyMessage>({
        write(message) {
          if ('method' in message && 'id' in message) asked.add(message.id);
          return new Promise((resolve, reject) => {
            input.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
          });
        },
      }),
    },
    take(piece) {
      const [first = '', ...more] = piece.split('\n');
      rest += first;
      for (const begun of more) {
        takeLine(rest);
        rest = begun;
      }
      if (rest.length <= LONGEST_LINE) return;
      rest = '';
      brokenBy = `it printed a line of more than ${LONGEST_LINE} characters`;
      incoming?.error(new Error(brokenBy));
      incoming = undefined;
    },
    close() {
      takeLine(rest);
      rest = '';
      incoming?.close();
      incoming = undefined;
    },
    brokenBy: () => brokenBy,
  };
}

function parseMessage(line: string): AnyMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('jsonrpc' in value)) return undefined;
    return value as AnyMessage;
  } catch {
    return undefined;
  }
}
