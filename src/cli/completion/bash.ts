import type { Place } from './places.ts';

/** Completion for bash: the words that may follow the verbs typed so far. */
export function bashCompletion(places: readonly Place[]): string {
  return `# Completion of baton for bash. To use it, put this line into ~/.bashrc:
#   source <(baton completion bash)
_baton() {
  local word at="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${stepsOf(places).map(quote).join(' | ')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${places.map(placeLine).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _baton baton`;
}

function placeLine({ path, words, asks }: Place): string {
  const names = asks === undefined ? '' : ` $(${asks} 2>/dev/null)`;
  return `    ${quote(path)}) words="${words.map(({ word }) => word).join(' ')}${names}" ;;`;
}

/** The verbs that lead to a verb and the verb itself, as the scripts compare them. */
export function stepsOf(places: readonly Place[]): string[] {
  return places.filter(({ path }) => path !== '').map(({ path }) => (path.includes(' ') ? path : ` ${path}`));
}

/** A text that bash and zsh take as it stands. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
