/** pytest's names are Python names with a prefix, and parameters in brackets. */
export function pythonWords(name: string): string {
  return name
    .replace(/^test_/, '')
    .replace(/\[(.*)\]$/, ' $1')
    .replaceAll('_', ' ');
}

/** Go's have a prefix and capitals, and spaces become underscores. */
export function goWords(name: string): string {
  return name
    .replace(/^Test(?=\p{Lu})/u, '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
    .replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ');
}

/** Rust's are identifiers. */
export function rustWords(name: string): string {
  return name.replaceAll('_', ' ');
}
