/** What can stand in a file of settings. What is undefined is left out. */
export type TomlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly TomlValue[]
  | { readonly [name: string]: TomlValue };

/** Settings as TOML, each name of the top on a line of its own. */
export function writeToml(settings: { readonly [name: string]: TomlValue }): string {
  return defined(settings)
    .map(([name, value]) => `${textOf(name)} = ${written(value)}\n`)
    .join('');
}

function written(value: TomlValue): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(written).join(', ')}]`;
  const fields = defined(value).map(([name, one]) => `${textOf(name)} = ${written(one)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Texts of JSON are texts of TOML but for half characters and DEL, which TOML does not take. */
function textOf(text: string): string {
  return JSON.stringify(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\u007f', '\\u007f');
}

function defined(table: { readonly [name: string]: TomlValue }) {
  return Object.entries(table).filter(([, value]) => value !== undefined);
}

function isList(value: object): value is readonly TomlValue[] {
  return Array.isArray(value);
}
