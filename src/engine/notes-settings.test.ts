import { describe, expect, it } from 'vitest';
import type { GitConfig } from '../sys/git/config.ts';
import { setUpNotes } from './notes-settings.ts';

function configWith(values: Record<string, string[]>): GitConfig {
  return {
    read: async (key) => values[key] ?? [],
    add: async (key, value) => {
      values[key] = [...(values[key] ?? []), value];
    },
  };
}

describe('the set-up of notes', () => {
  it('sets what is asked for and offers the rest', async () => {
    const values: Record<string, string[]> = {};
    const settings = await setUpNotes(configWith(values), new Set(['display'] as const));
    expect(settings.map(({ name, state }) => [name, state])).toEqual([
      ['rewrite', 'offered'],
      ['display', 'set'],
    ]);
    expect(values).toEqual({ 'notes.displayRef': ['refs/notes/*-handoffs'] });
  });

  it.each(['refs/notes/*-handoffs', 'refs/notes/*'])('adds nothing where %s is set', async (value) => {
    const values = { 'notes.rewriteRef': ['refs/notes/x', value] };
    const settings = await setUpNotes(configWith(values), new Set(['rewrite'] as const));
    expect(settings[0]?.state).toBe('present');
    expect(values['notes.rewriteRef']).toHaveLength(2);
  });
});
