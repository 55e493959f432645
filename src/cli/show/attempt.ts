import type { Paint } from '../paint.ts';
import { renderEvent } from '../story/story.ts';
import type { Recorded } from './find.ts';

export interface Drawing {
  readonly columns: number;
  readonly paint: Paint;
  readonly phaseWidth?: number | undefined;
}

/** The entries of the attempt that led to one: from the start of its phase up to it. */
export function attemptBefore(entries: readonly Recorded[], { event }: Recorded): readonly Recorded[] {
  const before = entries.filter((entry) => entry.event.seq < event.seq);
  const start = before.findLastIndex((entry) => entry.event.type === 'phase.started');
  return start < 0 ? [] : before.slice(start);
}

/** What happened in an attempt, line by line, and how to see what was recorded with it. */
export function describeAttempt(attempt: readonly Recorded[], drawing: Drawing): string[] {
  const story = attempt.flatMap(({ event }) => renderEvent(event, drawing)).map((line) => `  ${line}`);
  const attached = attempt.flatMap(({ event, attachments }) =>
    Object.keys(attachments).map((name) => `  baton show ${event.run}:${event.seq} --attachment ${name}`),
  );
  if (story.length === 0) return [];
  return ['', 'What led to it:', ...story, ...(attached.length === 0 ? [] : ['', 'Recorded with it:', ...attached])];
}
