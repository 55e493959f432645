/**
 * The words of a command that was written as text for a shell (`sh -c "npx vitest run"`), where it needs none: a driver
 * looks into them to add its reporter. A pattern for files stays as it is written; every framework reads those itself.
 */
export function withoutShell(command: readonly string[] | undefined): readonly string[] | undefined {
  const [shell, option, text, ...more] = command ?? [];
  if (shell !== 'sh' || option !== '-c' || text === undefined || more.length > 0) return command;
  const words = text.trim().match(WORD) ?? [];
  const left = text.replace(WORD, '').trim();
  if (left !== '' || words.length === 0) return command;
  const setsVariables = /^\w+=/.test(words[0] ?? '');
  return [...(setsVariables ? ['env'] : []), ...words.map(unquoted)];
}

/** Letters that mean themselves, and quoted text in which nothing is left for a shell to do. */
const WORD = /(?:[^\s'"\\$`<>|&;()#~!]|'[^']*'|"[^"\\$`]*")+/g;

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? '');
}
