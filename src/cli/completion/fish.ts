import { stepsOf } from './bash.ts';
import type { Place } from './places.ts';

/** Completion for fish, with what each word means. */
export function fishCompletion(places: readonly Place[]): string {
  return `# Completion of baton for fish. To use it:
#   baton completion fish > ~/.config/fish/completions/baton.fish
function __baton_at
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at $word"
            case ${stepsOf(places).map(quote).join(' ')}
                set at (string trim "$at $word")
        end
    end
    test "$at" = "$argv[1]"
end
${places.flatMap(placeLines).join('\n')}`;
}

function placeLines({ path, words, asks }: Place): string[] {
  const start = `complete -c baton -n ${quote(`__baton_at "${path}"`)}`;
  return [
    ...words.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${quote(word)}`;
      return `${start} ${what} -d ${quote(about)}`;
    }),
    ...(asks === undefined ? [] : [`${start} -f -a ${quote(`(${asks} 2>/dev/null)`)}`]),
  ];
}

/** A text that fish takes as it stands: inside single quotes it knows two escapes of its own. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
