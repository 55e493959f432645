/**
 * The settings of a TOML file, each under its full path (`tool/pytest/ini_options/addopts`), however they are grouped:
 * under a header, by a dotted key, in a table of tables (`test/#1/name`). Values stay text. `undefined` if a string or
 * bracket is never closed, or a line is neither header nor setting.
 */
export function readToml(text: string): ReadonlyMap<string, string> | undefined {
  const statements = tomlStatements(text.replace(/^\uFEFF/, ''));
  if (statements === undefined) return undefined;
  const settings = new Map<string, string>();
  const counts = new Map<string, number>();
  let section: readonly string[] = [];
  for (const statement of statements) {
    const table = /^\[\[(.*)\]\]$/.exec(statement)?.[1];
    const header = table ?? /^\[(.*)\]$/.exec(statement)?.[1];
    if (header !== undefined) {
      section = placeOf(header, table !== undefined, counts);
      continue;
    }
    const [, key, value] = /^((?:"[^"]*"|'[^']*'|[^="'])+?)\s*=\s*([\s\S]*)$/.exec(statement) ?? [];
    if (key === undefined || value === undefined) return undefined;
    const path = [...section, ...keyParts(key)].join('/');
    settings.set(path, settings.has(path) ? `${settings.get(path)}\n${value}` : value);
  }
  return settings;
}

/** The settings of an INI file under `section/key`; indented lines belong to the value above. */
export function readIni(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  let last: string | undefined;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const plain = line.trim().replace(/\s+/g, ' ');
    if (plain === '' || /^[#;]/.test(plain)) continue;
    const header = /^\[(.*)\]$/.exec(line.trimEnd());
    if (header !== null) {
      section = (header[1] ?? '').trim();
      last = undefined;
    } else if (/^\s/.test(line) && last !== undefined) {
      settings.set(last, `${settings.get(last)}\n${plain}`);
    } else {
      const [, key = plain, value = ''] = /^([^=:]*?) ?[=:] ?(.*)$/.exec(plain) ?? [];
      last = `${section}/${key.toLowerCase()}`;
      settings.set(last, settings.has(last) ? `${settings.get(last)}\n${value}` : value);
    }
  }
  return settings;
}

/** A header as a path; a table of tables gets the next number, a header inside one the number of the last. */
function placeOf(header: string, isTable: boolean, counts: Map<string, number>): readonly string[] {
  const parts = keyParts(header);
  const place: string[] = [];
  for (const [at, part] of parts.entries()) {
    place.push(part);
    const path = place.join('/');
    if (isTable && at === parts.length - 1) counts.set(path, (counts.get(path) ?? 0) + 1);
    if (counts.has(path)) place.push(`#${counts.get(path)}`);
  }
  return place;
}

function keyParts(key: string): readonly string[] {
  const parts = key.match(/"[^"]*"|'[^']*'|[^.\s"']+/g) ?? [];
  return parts.map((part) => part.replace(/^(['"])(.*)\1$/, '$2'));
}

/** Headers and settings one by one, without comments, on one line each. */
function tomlStatements(text: string): readonly string[] | undefined {
  const statements: string[] = [];
  let current = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '#') {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (character === '"' || character === "'") {
      const end = stringEnd(text, at);
      if (end === undefined) return undefined;
      current += text.slice(at, end);
      at = end - 1;
    } else if (character === '\n' && depth === 0) {
      statements.push(current);
      current = '';
    } else {
      if ('[{'.includes(character)) depth++;
      if (']}'.includes(character)) depth--;
      if (depth < 0) return undefined;
      // Space outside strings says nothing; once is enough.
      if (!/\s/.test(character)) current += character;
      else if (!current.endsWith(' ')) current += ' ';
    }
  }
  if (depth > 0) return undefined;
  return [...statements, current].map((statement) => statement.trim()).filter((one) => one !== '');
}

/** Where the string that begins here ends. */
function stringEnd(text: string, start: number): number | undefined {
  const quote = text[start] as string;
  const quotes = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  for (let at = start + quotes.length; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text.startsWith(quotes, at)) return at + quotes.length;
    else if (text[at] === '\n' && quotes.length === 1) return undefined;
  }
  return undefined;
}
