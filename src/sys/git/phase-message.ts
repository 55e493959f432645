import { oneLine, type PhaseFacts, phaseTrailers } from './trailers.ts';

export interface PhaseMessage extends PhaseFacts {
  /** What stands before the colon: `plan`, `test`, `feat`, `fix`, `refactor`. */
  readonly type: string;
  readonly subject: string;
  readonly body?: string | undefined;
}

/** The message of a phase commit. Whatever subject and body say, its trailers are Baton's. */
export function phaseMessage({ type, subject, body = '', ...facts }: PhaseMessage): string {
  const paragraphs = [cut(oneLine(`${type}: ${subject}`)), plainBody(body), phaseTrailers(facts)];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

const LONGEST_SUBJECT = 72;

function cut(line: string): string {
  const letters = [...line];
  return letters.length <= LONGEST_SUBJECT
    ? line
    : `${letters
        .slice(0, LONGEST_SUBJECT - 3)
        .join('')
        .trimEnd()}...`;
}

/**
 * Only the last paragraph of a message holds trailers, and that is Baton's own. Lines that look like its trailers are set
 * in all the same: they would count once somebody amends the message and leaves the last paragraph out.
 */
function plainBody(body: string): string {
  return body
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
    .replaceAll(/^(?=baton-[a-z-]+\s*:)/gim, '  ');
}
