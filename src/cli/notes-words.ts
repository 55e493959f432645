import type { NotesSetting, NotesSettingName } from '../engine/notes-settings.ts';

/** What was set, and how to take it back. */
export function describeDone(settings: readonly NotesSetting[], wanted: ReadonlySet<NotesSettingName>): string[] {
  return settings
    .filter(({ name }) => wanted.has(name))
    .map(({ key, value, effect, state, undo }) => {
      if (state === 'present') return `${key} covers ${value} already, nothing to do: ${effect}.`;
      return `Set ${key} to ${value}: ${effect}.\n  undo: ${undo}`;
    });
}

/** What git could be told, and has not been. */
export function describeOffers(settings: readonly NotesSetting[]): string[] {
  const offered = settings.filter(({ state }) => state === 'offered');
  return offered.map(({ name, effect }) => `${`  baton init --notes-${name}`.padEnd(40)}${effect}`);
}
