import { quote, stepsOf } from './bash.ts';
import type { Place, Word } from './places.ts';

/** Completion for zsh, with what each word means. Works as a file in `fpath` and when it is sourced. */
export function zshCompletion(places: readonly Place[]): string {
  return `#compdef baton
# Completion of baton for zsh. To use it, after compinit in ~/.zshrc:
#   source <(baton completion zsh)
_baton() {
  local word at=""
  local -a choices names
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${stepsOf(places).map(quote).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${places.flatMap(placeLines).join('\n')}
  esac
  (( $#names )) && compadd -a names
  _describe 'baton' choices
}
if [[ "\${funcstack[1]}" == _baton ]]; then _baton "$@"; else compdef _baton baton; fi`;
}

function placeLines({ path, words, asks }: Place): string[] {
  return [
    `    ${quote(path)})`,
    `      choices=(${words.map(describe).join(' ')})`,
    ...(asks === undefined ? [] : [`      names=(\${(f)"$(${asks} 2>/dev/null)"})`]),
    '      ;;',
  ];
}

/** `_describe` takes a word and its meaning apart at the first colon. */
function describe({ word, about }: Word): string {
  return quote(`${word.replaceAll(':', '\\:')}:${about}`);
}
