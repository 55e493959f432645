import type { JournalEvent } from '../../workflow/event.ts';
import { tellEvent } from '../../workflow/story/story.ts';
import { type LinePlace, renderLine } from './line.ts';

/** An event as lines to print; none for those that another one tells. */
export function renderEvent(event: JournalEvent, drawing: Pick<LinePlace, 'columns' | 'paint'>): string[] {
  const phase = event.type.startsWith('run.') ? undefined : event.phase;
  return tellEvent(event).flatMap((line) => renderLine(line, { at: event.at, phase, ...drawing }));
}
