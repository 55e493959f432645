import type { JournalEvent } from '../../workflow/event.ts';
import { tellEvent } from '../../workflow/story/story.ts';
import { type LinePlace, phaseWidthOf, renderLine } from './line.ts';

/** An event as lines to print; none for those that another one tells. */
export function renderEvent(
  event: JournalEvent,
  drawing: Pick<LinePlace, 'columns' | 'paint' | 'phaseWidth'>,
): string[] {
  const phase = event.type.startsWith('run.') ? undefined : event.phase;
  return tellEvent(event).flatMap((line) => renderLine(line, { at: event.at, phase, ...drawing }));
}

/** How wide the column of phases is in the story of a run, by the event it began with. */
export function phaseColumn(started: JournalEvent | undefined): number {
  const { workflow } = (started?.data ?? {}) as { readonly workflow?: { readonly phases?: Record<string, unknown> } };
  return phaseWidthOf(Object.keys(workflow?.phases ?? {}));
}
