/**
 * The top-level keys of a TAP diagnostics block: plain and quoted values, block texts (`|-`, `>`). Nested values are
 * kept as their lines. It is read for people and for why a test failed, never for whether it did.
 */
export function readTapYaml(lines: readonly string[], indent: number): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let key: string | undefined;
  let block: string[] = [];
  const finish = () => {
    if (key !== undefined && block.length > 0) values.set(key, block.join('\n').slice(0, LONGEST));
    block = [];
  };
  for (const line of lines.slice(0, MOST_LINES)) {
    const content = line.slice(indent);
    const [, name, value = ''] = /^([\w$.-]+):(?: (.*))?$/.exec(content) ?? [];
    if (name === undefined) {
      block.push(content.replace(/^ {2}/, ''));
      continue;
    }
    finish();
    key = name;
    const opensBlock = /^[|>][-+\d]*$/.test(value) || value === '';
    if (!opensBlock) values.set(name, unquote(value).slice(0, LONGEST));
  }
  finish();
  return values;
}

const LONGEST = 16_000;
const MOST_LINES = 2_000;

function unquote(value: string): string {
  if (value.length >= 2 && value.startsWith("'") && value.endsWith("'"))
    return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
