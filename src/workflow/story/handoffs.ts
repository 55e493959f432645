import type { EventData } from '../event-data.ts';
import { count } from './amounts.ts';
import type { StoryLine } from './story-line.ts';

/** A handoff: who hands to whom, on which word, and how much it carries. */
export function tellRaised({ trigger, source, target, to, context }: EventData<'trigger.raised'>): StoryLine[] {
  const fields = count(Object.keys(context).length, 'field');
  return [{ mark: 'ok', text: `${trigger}: ${source} hands to ${target} (${to}), with ${fields}` }];
}

/** What a review found. */
export function tellOpened({ finding, criteria }: EventData<'finding.opened'>): StoryLine[] {
  const { sec_id: id, severity, description, location } = finding;
  return [{ mark: 'look', text: `${id} (${severity}) in ${location}: ${description}`, more: [...criteria] }];
}

export function tellClosed({ sec_id: id, reason }: EventData<'finding.closed'>): StoryLine[] {
  return [{ mark: 'ok', text: `${id} is closed: ${reason}` }];
}
