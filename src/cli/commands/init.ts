import type { NotesSetting, NotesSettingName } from '../../engine/notes-settings.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** Sets up what is asked for by flags; without flags it changes nothing and says what it could do. */
export const run: Run = async ({ cwd, json, output }, _args, options) => {
  const wanted = new Set<NotesSettingName>();
  if (options.notesRewrite === true) wanted.add('rewrite');
  if (options.notesDisplay === true) wanted.add('display');
  const baton = await openBaton({ cwd });
  const settings = await baton.setUpNotes(wanted);
  output.out(json ? JSON.stringify({ settings }, null, 2) : describe(settings, wanted));
  return EXIT.done;
};

function describe(settings: readonly NotesSetting[], wanted: ReadonlySet<NotesSettingName>): string {
  if (wanted.size > 0)
    return settings
      .filter(({ name }) => wanted.has(name))
      .map(describeDone)
      .join('\n');
  const lines = settings.map(({ name, effect, state }) => {
    const flag = `  baton init --notes-${name}`.padEnd(32);
    return `${flag}${effect}${state === 'present' ? ' (is so already)' : ''}`;
  });
  return ['Nothing was changed: Baton works here as it is. It can also set this up:', ...lines].join('\n');
}

function describeDone({ key, value, effect, state, undo }: NotesSetting): string {
  if (state === 'present') return `${key} covers ${value} already, nothing to do: ${effect}.`;
  return `Set ${key} to ${value}: ${effect}.\n  undo: ${undo}`;
}
