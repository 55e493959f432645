import { describe, expect, it } from 'vitest';
import { readXml } from './xml.ts';

function events(text: string | Uint8Array, size = Number.POSITIVE_INFINITY): string[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, Math.min(bytes.length, at + size)));
  const told: string[] = [];
  readXml(pieces, {
    open: (name, attributes) =>
      told.push(`<${name}${[...attributes].map(([key, value]) => ` ${key}=${value}`).join('')}>`),
    text: (piece) => {
      if (told.at(-1)?.startsWith('=')) told.push(`${told.pop()}${piece}`);
      else told.push(`=${piece}`);
    },
    close: (name) => told.push(`</${name}>`),
  });
  return told;
}

describe('what reports are made of', () => {
  const text = `\ufeff<?xml version="1.0" encoding="UTF-8"?>
<!-- a > b --><a x='1 > 2' y="&lt;&amp;&#x4e2d;&#10;"><b/>so &quot;ist&apos; es ✓<![CDATA[<c> & ]] ]]></a>
`;
  const told = ['<a x=1 > 2 y=<&中\n>', '<b>', '</b>', '=so "ist\' es ✓<c> & ]] ', '</a>'];

  it('is read, whatever pieces it comes in', () => {
    for (const size of [1, 2, 3, 7, 64, 1024]) expect(events(text, size)).toEqual(told);
  });

  it('cut anywhere it is refused', () => {
    const bytes = Buffer.from(text.trimEnd());
    for (let length = 0; length < bytes.length; length++) {
      expect(() => events(bytes.subarray(0, length)), `${length} bytes`).toThrow(/cannot be read/);
    }
  });
});

describe('what is refused', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><lolz>&lol2;</lolz>`;
  it.each([
    ['a document type', laughs, /document type/],
    ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /document type/],
    ['an entity nobody defined', '<a>&lol;</a>', /stands for nothing/],
    ['the name of something every object has', '<a>&constructor;</a>', /stands for nothing/],
    ['a bare ampersand', '<a>a & b</a>', /stands for nothing/],
    ['a NUL character', '<a>\0</a>', /NUL/],
    ['a NUL character in an attribute', '<a b="\0"/>', /NUL/],
    ['a NUL character by number', '<a>&#0;</a>', /stands for nothing/],
    ['half a character by number', '<a>&#xD800;</a>', /stands for nothing/],
    ['no character at all by number', '<a>&#x110000;</a>', /stands for nothing/],
    ['another encoding by its own word', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /ISO-8859-1/],
    ['elements that cross', '<a><b></a></b>', /closes/],
    ['a closing without an opening', '</a>', /closes nothing/],
    ['two roots', '<a/><b/>', /more than one root/],
    ['text around the root', '<a/>more', /outside/],
    ['an attribute twice', '<a b="1" b="2"/>', /twice/],
    ['an attribute without quotes', '<a b=1/>', /attribute/],
    ['a tag in a tag', '<a <b/>', /not closed/],
    ['nothing', '', /no element/],
    ['nesting without end', '<a>'.repeat(100_000), /deeper/],
    ['attributes without end', `<a ${Array.from({ length: 1000 }, (_, at) => `b${at}=""`).join(' ')}/>`, /attributes/],
    ['a tag without end', `<a b="${'x'.repeat(5 * 1024 * 1024)}`, /too long/],
  ])('%s', (_, text, why) => {
    expect(() => events(text, 1024 * 1024)).toThrow(why);
  });

  it('UTF-16 and bytes that are no text', () => {
    expect(() => events(Buffer.from('\ufeff<a/>', 'utf16le'))).toThrow(/UTF-16/);
    expect(() => events(Buffer.from('<a/>', 'utf16le'))).toThrow(/UTF-16/);
    expect(() => events(Buffer.from('\ufeff<a/>', 'utf16le').swap16())).toThrow(/UTF-16/);
    expect(() => events(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow(/not in UTF-8/);
  });
});
