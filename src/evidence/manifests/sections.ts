import { differingKeys } from './frozen.ts';

/** A section of a TOML or INI file: its name as written, its lines without comments and blank ones. */
export interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * The sections of a TOML or INI file. Only what is needed to compare sections by their text: headers, comments, and
 * enough of strings and brackets to know where a header can stand. `undefined` if a string or bracket is never closed.
 */
export function readSections(text: string, format: 'toml' | 'ini'): readonly Section[] | undefined {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] as string;
    if (format === 'toml') {
      let end = statementEnd(line);
      while (end === 'open' && at + 1 < lines.length) {
        line += `\n${lines[++at]}`;
        end = statementEnd(line);
      }
      if (end === 'open') return undefined;
      line = line.slice(0, end);
    } else if (/^\s*[#;]/.test(line)) {
      continue;
    }
    const plain = line.trim().replace(/\s+/g, ' ');
    if (plain === '') continue;
    const header = /^\[\[?\s*(.*?)\s*\]\]?$/.exec(line.trim());
    const isHeader = header !== null && !(format === 'ini' && /^\s/.test(line));
    if (isHeader) sections.push({ name: sectionName(header[1] ?? ''), lines: [] });
    else sections.at(-1)?.lines.push(plain);
  }
  return sections;
}

/** The same name however it is quoted and spaced: `tool . "pytest"` is `tool.pytest`. */
function sectionName(header: string): string {
  return header.replace(/\s*\.\s*/g, '.').replace(/["']/g, '');
}

/** Where the statement on a line ends, before a comment; `open` if a string or bracket goes on in the next line. */
function statementEnd(line: string): number | 'open' {
  let depth = 0;
  const isHeader = /^\s*\[/.test(line);
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '#') {
      const end = line.indexOf('\n', at);
      if (depth === 0 || end < 0) return depth > 0 ? 'open' : at;
      at = end;
    } else if (character === '"' || character === "'") {
      const end = stringEnd(line, at);
      if (end === undefined) return 'open';
      at = end;
    } else if ('[{'.includes(character)) depth++;
    else if (']}'.includes(character)) depth--;
  }
  return depth > 0 && !isHeader ? 'open' : line.length;
}

/** The last character of the string that begins here. */
function stringEnd(line: string, start: number): number | undefined {
  const quote = line[start] as string;
  const quotes = line.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  for (let at = start + quotes.length; at < line.length; at++) {
    if (line[at] === '\\' && quote === '"') at++;
    else if (line.startsWith(quotes, at)) return at + quotes.length - 1;
  }
  return undefined;
}

/** The names of sections that differ, of those that are frozen; sections of one name are taken together. */
export function differingSections(
  before: readonly Section[],
  after: readonly Section[],
  isFrozen: (name: string) => boolean,
): readonly string[] {
  const texts = (sections: readonly Section[]) => {
    const found = new Map<string, string>();
    for (const { name, lines } of sections) {
      if (isFrozen(name)) found.set(name, `${found.get(name) ?? ''}[]\n${lines.join('\n')}\n`);
    }
    return found;
  };
  return differingKeys(texts(before), texts(after)).map((name) => `[${name}]`);
}
