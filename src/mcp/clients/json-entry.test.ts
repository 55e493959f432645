import fc from 'fast-check';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { putJsonEntry } from './json-entry.ts';

const ENTRY = { type: 'stdio', command: 'npx', args: ['-y', 'batonpass', 'mcp'] } as const;
const put = (before: string | undefined) => putJsonEntry(before, ['servers', 'baton'], ENTRY);

const WRITTEN = `{
  "servers": {
    "baton": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "batonpass", "mcp"]
    }
  }
}
`;

describe('a JSON file without Baton', () => {
  it.each([undefined, '', '\n'])('that holds nothing (%j) is written as people write one', (before) => {
    expect(put(before)).toBe(WRITTEN);
  });

  it('gets the entry in its own layout, behind the others', () => {
    const before = '{\r\n\t"servers": {\r\n\t\t"other": {"url": "x"} // ours\r\n\t},\r\n\t"inputs": [],\r\n}';
    expect(put(before)).toBe(
      '{\r\n\t"servers": {\r\n\t\t"other": {"url": "x"}, // ours\r\n\t\t"baton": {\r\n\t\t\t"type": "stdio",\r\n' +
        '\t\t\t"command": "npx",\r\n\t\t\t"args": ["-y", "batonpass", "mcp"]\r\n\t\t}\r\n\t},\r\n\t"inputs": [],\r\n}',
    );
  });

  it.each([
    ['{}', '{\n  "servers": {'],
    ['{ /* nothing yet */ }', '{ /* nothing yet */\n  "servers": {'],
    ['{"a": 1}', '{"a": 1, "servers": { "baton": {'],
    ['{"a": 1 // one\n}', '{"a": 1, // one\n  "servers": {'],
    ['{\n    "a": 1,\n}', '{\n    "a": 1,\n    "servers": {\n        "baton": {'],
    ['\u{feff}{"a": 1}', '\u{feff}{"a": 1, "servers":'],
  ])('%j becomes %j and so on', (before, begins) => {
    expect(put(before).slice(0, begins.length)).toBe(begins);
    expect(read(put(before))).toEqual({ ...(read(before) as object), servers: { baton: ENTRY } });
  });
});

describe('a JSON file with Baton in it', () => {
  it.each([
    WRITTEN,
    '{"servers": {"baton": {"args":["-y","batonpass","mcp"],"env":{"A":"1"},"command":"npx","type":"stdio"}}}',
  ])('that says the same already is not changed: %j', (before) => expect(put(before)).toBe(before));

  it('keeps what a person wrote into the entry', () => {
    const before = `{\n  "servers": {\n    "baton": {\n      // by hand\n      "command": "node",\n      "args": ["x"],\n      "env": {"A": "1"}\n    }\n  }\n}`;
    expect(put(before)).toBe(
      `{\n  "servers": {\n    "baton": {\n      // by hand\n      "command": "npx",\n      "args": ["-y", "batonpass", "mcp"],\n      "env": {"A": "1"},\n      "type": "stdio"\n    }\n  }\n}`,
    );
  });

  it.each(['{"url": "http://127.0.0.1:1/mcp"}', 'null', '[]', '"off"'])(
    'that is no program is written anew: %s',
    (old) => {
      const before = `{"a": 1, "servers": {"baton": ${old}, "z": {}}}`;
      expect(put(before)).toBe(
        '{"a": 1, "servers": {"baton": { "type": "stdio", "command": "npx", "args": ["-y", "batonpass", "mcp"] }, "z": {}}}',
      );
    },
  );
});

describe('a JSON file that cannot be edited', () => {
  it.each([
    ['{"a": 1 "b": 2}', 'line 1, column 9: a comma is expected here'],
    ['{\r\n  "a": tru\r\n}', 'line 2, column 8: no JSON'],
    ['{"a": 1', 'line 1, column 8: a closing brace is expected here'],
    ['[]', 'line 1, column 1: an object is expected here'],
    ['{\n  "servers": []\n}', 'line 2, column 14: an object is expected here, to hold "baton"'],
    ['{"servers": {}, "servers": {}}', 'line 1, column 17: "servers" is here a second time'],
    ['{"servers": {"baton": {}, "baton": {}}}', 'line 1, column 27: "baton" is here a second time'],
    ['[['.repeat(200_000), 'line 1, column 1: it is nested too deeply'],
    ['// nothing', 'line 1, column 11: a value is expected here'],
  ])('is refused with the place: %.60j', (before, message) => {
    expect(() => put(before)).toThrow(expect.objectContaining({ code: 'invalid_input', message }));
  });
});

describe('whatever else a JSON file holds', () => {
  it('stays byte by byte, and the entry is in it', () => {
    fc.assert(
      fc.property(documents(), (before) => {
        const after = put(before);
        expect(read(after)).toEqual({ ...read(before), servers: { ...read(before).servers, baton: ENTRY } });
        expectInsertions(before, after);
        expect(put(after)).toBe(after);
      }),
    );
  });

  it('stays when another entry is written over the first', () => {
    fc.assert(
      fc.property(documents(), fc.string(), (before, agent) => {
        const other = { ...ENTRY, args: ['mcp', '--as', agent] };
        const once = put(before);
        const twice = putJsonEntry(once, ['servers', 'baton'], other);
        expect(read(twice)).toEqual({ ...read(once), servers: { ...read(once).servers, baton: other } });
        expect(put(twice)).toBe(once);
      }),
    );
  });

  it('is what the parser of the format leaves when it takes the entry out again', () => {
    fc.assert(
      fc.property(documents(), (before) => {
        const after = put(before);
        expect(read(applyEdits(after, modify(after, ['servers', 'baton'], undefined, {})))).toEqual({
          ...read(before),
          servers: read(before).servers ?? {},
        });
      }),
    );
  });
});

function read(text: string): { readonly servers?: object } {
  const errors: ParseError[] = [];
  const value = parse(text.replace(/^\u{feff}/u, ''), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}

/** That a text became another by putting in at most two pieces, one of them a comma. */
function expectInsertions(before: string, after: string): void {
  let begin = 0;
  while (begin < before.length && before[begin] === after[begin]) begin++;
  let end = 0;
  while (end < before.length - begin && before.at(-1 - end) === after.at(-1 - end)) end++;
  const between = before.slice(begin, before.length - end);
  expect(after.slice(begin, after.length - end)).toContain(between);
  expect(between).toMatch(/^(?:\s|\/\/[^\r\n]*(?:\r|\n|$)|\/\*[\s\S]*?\*\/)*$/);
}

/** Objects as people leave them: with comments, commas at ends, tabs, line ends of all kinds, and no last line end. */
function documents(): fc.Arbitrary<string> {
  const lineEnd = fc.constantFrom('\n', '\r\n');
  return lineEnd.chain((end) => {
    const trivia = fc
      .array(fc.constantFrom(' ', '\t', end, `// note, "x": {${end}`, '/* a } comment */', `${end}    `), {
        maxLength: 3,
      })
      .map((parts) => parts.join(''));
    const word = fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text));
    const { value } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        word,
        fc.constantFrom('1', 'null', 'true', '-2.5e3'),
        tie('object'),
        tie('list'),
      ),
      object: objectOf(fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 3 }), trivia),
      list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    }));
    const names = fc.string({ maxLength: 4 }).filter((name) => name !== 'baton' && name !== 'servers');
    const servers = objectOf(fc.dictionary(names, value, { maxKeys: 3 }), trivia);
    const members = fc
      .tuple(fc.dictionary(names, value, { maxKeys: 3 }), fc.option(servers), fc.boolean())
      .map(([others, one, isFirst]) =>
        one === null ? others : isFirst ? { servers: one, ...others } : { ...others, servers: one },
      );
    const marks = fc.constantFrom('', '\u{feff}');
    return fc.tuple(marks, trivia, objectOf(members, trivia), trivia).map((parts) => parts.join(''));
  });
}

function objectOf(members: fc.Arbitrary<Record<string, string>>, trivia: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(members, fc.array(trivia, { minLength: 12, maxLength: 12 }), fc.boolean())
    .map(([given, gaps, comma]) => {
      const entries = Object.entries(given);
      const gap = (index: number) => gaps[index % gaps.length] ?? '';
      const texts = entries.map(
        ([key, value], index) => `${gap(3 * index)}${JSON.stringify(key)}${gap(3 * index + 1)}:${value}`,
      );
      const last = comma && entries.length > 0 ? `${gap(10)},` : '';
      return `{${texts.join(',')}${last}${gap(11)}}`;
    });
}
