import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import { VERBS } from '../verbs.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { placesOf } from './places.ts';
import { zshCompletion } from './zsh.ts';

const places = placesOf(VERBS);

/** What bash offers for the last of some words, with a `baton` that knows one run and one ask. */
function offered(...words: string[]): string[] {
  const script = join(temporaryDirectory(), 'completion.bash');
  writeFileSync(
    script,
    `baton() { case "$*" in 'status --names') echo stack-4f2a ;; 'status --asks') echo ask-1f0c2a3b ;; esac; }
${bashCompletion(places)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _baton; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  return execFileSync('bash', [script, 'baton', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

describe('shell completion', () => {
  it('offers verbs, verbs of verbs and flags in bash', () => {
    expect(offered('res')).toEqual(['resume']);
    expect(offered('handoff', 'ac')).toEqual(['accept']);
    expect(offered('run', '--budget-phase-')).toEqual([
      '--budget-phase-usd',
      '--budget-phase-tokens',
      '--budget-phase-minutes',
    ]);
    expect(offered('handoff', 'create', '--fr')).toEqual(['--from']);
    expect(offered('decide', 'ask-1', 're')).toEqual(['retry']);
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('asks Baton for the names of runs and asks', () => {
    expect(offered('resume', 's')).toEqual(['stack-4f2a']);
    expect(offered('history', 's')).toEqual(['stack-4f2a']);
    expect(offered('approve', 'a')).toEqual(['ask-1f0c2a3b']);
  });

  it('knows every verb and every flag in every shell', () => {
    const words = new Set(places.flatMap((place) => place.words.map(({ word }) => word)));
    for (const script of [bashCompletion(places), zshCompletion(places), fishCompletion(places)]) {
      for (const word of words) expect(script).toContain(word.replace(/^--/, ''));
    }
  });

  it('keeps what verbs say inside quotes', () => {
    const awkward = placesOf([{ name: 'x', summary: "it's: $(rm -rf /) \\ `y`", examples: [] }]);
    expect(zshCompletion(awkward)).toContain("'x:it'\\''s: $(rm -rf /) \\ `y`'");
    expect(fishCompletion(awkward)).toContain("-d 'it\\'s: $(rm -rf /) \\\\ `y`'");
  });
});
