import type { GitConfig } from '../sys/git/config.ts';

/** All notes Baton writes, whatever the workflow. A name without a star would make git warn until that ref exists. */
export const HANDOFF_NOTES = 'refs/notes/*-handoffs';

/** What git can be told to do with handoff notes. */
export const NOTES_SETTINGS = {
  rewrite: { key: 'notes.rewriteRef', effect: 'git carries handoff notes along when commits are amended or rebased' },
  display: { key: 'notes.displayRef', effect: 'git log shows handoff notes' },
} as const;

export type NotesSettingName = keyof typeof NOTES_SETTINGS;

export interface NotesSetting {
  readonly name: NotesSettingName;
  readonly key: string;
  readonly value: string;
  readonly effect: string;
  /** `set`: done now. `present`: was so already. `offered`: not so, and not asked for. */
  readonly state: 'set' | 'present' | 'offered';
  /** The command that takes it back. */
  readonly undo: string;
}

/** Makes the settings that are asked for, and tells of the others. Nothing is set twice. */
export async function setUpNotes(
  config: GitConfig,
  wanted: ReadonlySet<NotesSettingName>,
): Promise<readonly NotesSetting[]> {
  const settings: NotesSetting[] = [];
  for (const name of ['rewrite', 'display'] as const) {
    const { key, effect } = NOTES_SETTINGS[name];
    const present = (await config.read(key)).some((value) => value === HANDOFF_NOTES || value === 'refs/notes/*');
    const set = !present && wanted.has(name);
    if (set) await config.add(key, HANDOFF_NOTES);
    const undo = `git config --fixed-value --unset ${key} '${HANDOFF_NOTES}'`;
    settings.push({ name, key, value: HANDOFF_NOTES, effect, state: stateOf(present, set), undo });
  }
  return settings;
}

function stateOf(present: boolean, set: boolean): NotesSetting['state'] {
  if (present) return 'present';
  return set ? 'set' : 'offered';
}
