import { redactText } from '../../../handoff/redact.ts';
import type { SessionMessage } from '../../../runners/runner.ts';
import { readTail } from '../../../sys/kept-file.ts';

const LONGEST_TRANSCRIPT = 64_000;

/** What was said and done, as one text: a secret that came in two pieces is seen here. */
export function transcriptOf(stream: string): string {
  return redactText(messagesIn(stream).map(messageText).join('')).text;
}

/** Everything a session said and did, as far as it is kept. */
export function messagesIn(path: string): readonly SessionMessage[] {
  const lines = readTail(path, LONGEST_TRANSCRIPT).split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SessionMessage]));
}

function messageText(message: SessionMessage): string {
  switch (message.kind) {
    case 'text':
      return message.text;
    case 'tool_call':
      return `\n[${message.tool}] ${JSON.stringify(message.input)}\n`;
    case 'tool_result':
      return `\n[${message.tool} ${message.ok ? 'gave' : 'failed'}] ${message.text}\n`;
    case 'error':
      return `\n[error] ${message.text}\n`;
    case 'usage':
      return '';
  }
}
