import { BatonError } from '../../base/error.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { placesOf } from '../completion/places.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import type { Verb } from '../verb.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Prints the completion script of a shell, made from the verbs themselves. */
export function completing(verbs: readonly Verb[]): Run {
  return async ({ json, output }, [shell = '']) => {
    if (!isShell(shell)) {
      const known = Object.keys(SHELLS).join(', ');
      throw new BatonError('usage', `There is no completion for ${JSON.stringify(shell)} (expected ${known}).`);
    }
    const script = SHELLS[shell](placesOf(verbs));
    output.out(json ? JSON.stringify({ shell, script }) : script);
    return EXIT.done;
  };
}

function isShell(word: string): word is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, word);
}
