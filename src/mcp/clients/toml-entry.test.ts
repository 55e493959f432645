import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { putTomlEntry } from './toml-entry.ts';
import { tomlStatements } from './toml-statements.ts';

const ENTRY = { command: 'npx', args: ['-y', 'batonpass', 'mcp'], startup_timeout_sec: 60 } as const;
const put = (before: string | undefined, entry: Parameters<typeof putTomlEntry>[2] = ENTRY) =>
  putTomlEntry(before, ['mcp_servers', 'baton'], entry);

const TABLE = `[mcp_servers.baton]
command = "npx"
args = ["-y", "batonpass", "mcp"]
startup_timeout_sec = 60
`;

describe('a TOML file without Baton', () => {
  it.each([
    [undefined, TABLE],
    ['', TABLE],
    ['model = "m" # mine\n', `model = "m" # mine\n\n${TABLE}`],
    ['model = "m"', `model = "m"\n\n${TABLE.trimEnd()}`],
    ['a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`],
    ['[mcp_servers.baton.env]\nA = "1"\n', `[mcp_servers.baton.env]\nA = "1"\n\n${TABLE}`],
    ['[mcp_servers]\nother.command = "x"\n', `[mcp_servers]\nother.command = "x"\n\n${TABLE}`],
  ])('gets its table at the end: %j', (before, after) => {
    expect(put(before)).toBe(after);
    expect(put(after)).toBe(after);
  });
});

describe('a TOML file with Baton in it', () => {
  it('that says the same in other words is not changed', () => {
    const before = `[ mcp_servers . "baton" ]\nargs = [\n  '-y', # yes\n  "batonpass", """mcp""",\n]\nstartup_timeout_sec = 6_0\ncommand = 'npx'\nenv = { A = "1" }\n`;
    expect(put(before)).toBe(before);
  });

  it('keeps what a person wrote into the entry', () => {
    const before = `[mcp_servers.baton] # here\ncommand = "node" # old\nargs = ["x"]\nenabled = false # for now\n\n# next\n[mcp_servers.baton.env]\nA = "1"\n`;
    expect(put(before)).toBe(
      `[mcp_servers.baton] # here\ncommand = "npx" # old\nargs = ["-y", "batonpass", "mcp"]\nenabled = false # for now\nstartup_timeout_sec = 60\n\n# next\n[mcp_servers.baton.env]\nA = "1"\n`,
    );
  });

  it('that is no program is written anew, in its place', () => {
    const before = `a = 1\n[mcp_servers.baton]\nurl = "http://127.0.0.1:1"\nbearer_token_env_var = "T" # secret\n\n[z]\nb = 2`;
    expect(put(before)).toBe(`a = 1\n${TABLE.trimEnd()} # secret\n\n[z]\nb = 2`);
    expect(put('[mcp_servers.baton] # empty\n[z]\n')).toBe(`${TABLE.replace(']\n', '] # empty\n')}[z]\n`);
  });

  it.each([
    'mcp_servers = {}',
    'mcp_servers.baton.command = "x"',
    'mcp_servers.other = { command = "x" }',
    '[mcp_servers]\nbaton = { command = "x" }',
    '[mcp_servers]\nbaton.command = "x"',
    '[[mcp_servers]]\nx = 1',
    '[[mcp_servers.baton]]\nx = 1',
    '[mcp_servers.baton]\nurl = "x"\n[mcp_servers.baton.http_headers]\nA = "1"',
    '[mcp_servers.baton]\n[x]\n[mcp_servers.baton]',
  ])('in a form that has no table of its own is refused: %j', (before) => {
    expect(() => put(before)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('a form of its own') }),
    );
  });
});

describe('a file that is no TOML', () => {
  it.each([
    ['a = 1\nb', 'line 2, column 2: "=" is expected here'],
    ['a = ', 'line 1, column 5: a value is expected here'],
    ['a = maybe', 'line 1, column 5: a value is expected here'],
    ['a = 1 2', 'line 1, column 7: the line should have ended here'],
    ['a = [1 2]', 'line 1, column 8: a comma or a closing bracket is expected here'],
    ['a = { b = 1', 'line 1, column 12: a comma or a closing brace is expected here'],
    ['[a\nb = 1', 'line 1, column 3: "]" is expected here'],
    ['a = "open\n', 'line 1, column 5: a text is not closed'],
    ['a = """open"" ', 'line 1, column 5: a text is not closed'],
    ['a = "\\q"', 'line 1, column 5: a text has an escape in it that TOML does not know'],
    ['= 1', 'line 1, column 1: a name is expected here'],
    ['a = 1\rb = 2', 'line 1, column 6: the line should have ended here'],
    [`a = ${'['.repeat(200_000)}`, 'line 1, column 106: it is nested too deeply'],
    ['{"mcpServers": {}}', 'line 1, column 1: a name is expected here'],
  ])('is refused with the place: %.60j', (before, message) => {
    expect(() => put(before)).toThrow(expect.objectContaining({ code: 'invalid_input', message }));
  });
});

describe('whatever else a TOML file holds', () => {
  it('stays byte by byte, and the table is in it', () => {
    fc.assert(
      fc.property(documents(), (before) => {
        const after = put(before);
        expect(after.startsWith(before)).toBe(true);
        expect(valuesOf(after)).toEqual(ENTRY);
        expect(put(after)).toBe(after);
      }),
    );
  });

  it('stays round a table that is written over, and so does the rest of that table', () => {
    fc.assert(
      fc.property(documents(), documents(), fc.string(), (above, below, agent) => {
        const other = { ...ENTRY, args: ['mcp', '--as', agent] };
        const before = `${put(`${above}\n`)}\n[between]\n${below}`;
        const after = put(before, other);
        expect(valuesOf(after)).toEqual(other);
        expect(put(after)).toBe(before);
      }),
    );
  });
});

function valuesOf(text: string): Record<string, unknown> {
  const pairs = tomlStatements(text).filter(
    ({ path }) => path.length === 3 && path[0] === 'mcp_servers' && path[1] === 'baton',
  );
  return Object.fromEntries(pairs.map(({ path, value }) => [path[2], value?.known]));
}

/** Statements as people write them, among them all that could be taken for another one. */
function documents(): fc.Arbitrary<string> {
  const text = fc.string({ maxLength: 6 }).map((one) => JSON.stringify(one).replaceAll('\u007f', '\\u007f'));
  const scalar = fc.oneof(
    text,
    fc.constantFrom(
      ...["'[mcp_servers.baton]'", "'''\n[mcp_servers.baton]\n'''", '"""\n[mcp_servers.baton]\n\\""" x"""'],
      ...['""""two"""""', '"""a \\\n   b"""', '1', '-1_000', '0xff', '1.5e-3', 'inf', 'true'],
      ...['1979-05-27T07:32:00Z', '1979-05-27 07:32:00', '07:32:00', '"\\U0001F600 # no"'],
    ),
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }).map((items) => `[\n  ${items.join(' , # [x]\n')}\n]`),
      fc
        .array(tie('value'), { maxLength: 2 })
        .map((items) => `{ ${items.map((one, at) => `k${at} = ${one}`).join(', ')} }`),
    ),
  }));
  const key = fc.oneof(
    fc.constantFrom('a', 'mcp-servers', '"mcp_servers "', "'x y'.z", 'baton . command', '"é"'),
    text,
  );
  const pair = fc.tuple(key, value).map(([one, other]) => `${one} = ${other}`);
  const line = fc.oneof(
    pair,
    fc.constantFrom('', '# [mcp_servers.baton]', '[mcp_servers.other]', '[[x.y]] # list', '[ "a b" . c ]', '  [z]'),
  );
  const lines = fc.array(line, { maxLength: 6 });
  return fc.tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean()).map(([given, end, isOpen]) => {
    // Pairs stand in a table of their own, so that none of them is at the top or in a server.
    const all = ['[top]', ...given.flatMap((one) => (one.startsWith('[mcp') ? [one, '[after]'] : [one]))];
    return all.join(end) + (isOpen ? '' : end);
  });
}
