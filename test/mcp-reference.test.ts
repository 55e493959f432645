import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_NAMES, CLIENTS, withBaton } from '../src/mcp/clients/clients.ts';
import type { Effects } from '../src/mcp/tool.ts';
import { TOOLS } from '../src/mcp/tools/tools.ts';

const DOCUMENT = '../docs/mcp.md';
const text = readFileSync(new URL(DOCUMENT, import.meta.url), 'utf8');

it('docs/mcp.md lists the tools there are; `npx vitest run test/mcp-reference.test.ts -u` writes it again', async () => {
  const table = ['<!-- tools:begin -->', '', ...toolTable(), '', '<!-- tools:end -->'].join('\n');
  const current = text.replace(/<!-- tools:begin -->[\s\S]*<!-- tools:end -->/, () => table);
  await expect(current).toMatchFileSnapshot(DOCUMENT);
});

it.each(CLIENT_NAMES)('docs/mcp.md shows what is written for %s', (client) => {
  expect(text).toContain(withBaton(client, undefined, undefined));
  expect(text).toContain(`\`${CLIENTS[client].file}\``);
});

function toolTable(): string[] {
  const rows = TOOLS.map(({ name, description, effects }) => [`\`${name}\``, plain(description), effectOf(effects)]);
  const all = [['tool', 'what it does', 'effect'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...lines] = all.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines];
}

function plain(description: string): string {
  return description.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

function effectOf({ readOnly, destructive, idempotent }: Effects): string {
  if (readOnly) return 'reads';
  if (destructive) return 'writes, may end something';
  return idempotent ? 'writes, once' : 'writes';
}
