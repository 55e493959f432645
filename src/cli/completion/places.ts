import type { Verb } from '../verb.ts';

/** A word that may come next, and what it means. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** What may follow the words typed so far. */
export interface Place {
  /** The verbs that lead here: nothing, `run`, `handoff create`. */
  readonly path: string;
  readonly words: readonly Word[];
  /** What the shell asks Baton for when it comes here: names of runs or ids of asks. */
  readonly asks: string | undefined;
}

/** All places of a command line, the beginning first. */
export function placesOf(verbs: readonly Verb[]): readonly Place[] {
  const flags = [...COMMON, { word: '--version', about: 'print the version' }];
  return [{ path: '', words: [...namesOf(verbs), ...flags], asks: undefined }, ...below(verbs, '')];
}

const COMMON: readonly Word[] = [
  { word: '--json', about: 'print the result as JSON' },
  { word: '--help', about: 'show help' },
];

function below(verbs: readonly Verb[], path: string): Place[] {
  return verbs.flatMap((verb) => {
    const { options = [], verbs: inner = [], args = '' } = verb;
    const flags = options.map(([flag, about]) => ({ word: flag.split(' ')[0] ?? flag, about }));
    return [verb.name, ...(verb.alias === undefined ? [] : [verb.alias])].flatMap((name) => {
      const here = path === '' ? name : `${path} ${name}`;
      const words = [...namesOf(inner), ...(CHOICES[here] ?? []), ...flags, ...COMMON];
      return [{ path: here, words, asks: ASKS[args.split(' ')[0] ?? ''] }, ...below(inner, here)];
    });
  });
}

function namesOf(verbs: readonly Verb[]): Word[] {
  return verbs.map(({ name, summary }) => ({ word: name, about: summary }));
}

const ASKS: Readonly<Record<string, string>> = {
  '<run>': 'baton status --names',
  '[run]': 'baton status --names',
  '[thing]': 'baton status --names',
  '[ask]': 'baton status --asks',
};

/** Arguments that are one of a few words. */
const CHOICES: Readonly<Record<string, readonly Word[]>> = {
  decide: [
    { word: 'retry', about: 'try again' },
    { word: 'skip', about: 'skip the present test' },
    { word: 'rollback', about: 'go back to where the cycle began' },
    { word: 'abort', about: 'end the run' },
  ],
  completion: ['bash', 'zsh', 'fish'].map((word) => ({ word, about: `for ${word}` })),
};
