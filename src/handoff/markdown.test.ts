import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { block, code, inline, labelled, oneLine, section } from './markdown.ts';

/** Any text, with the characters that matter to markdown far more often than chance would have it. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\`*_[]<>|~&!#-+=:.()/ \t\n\r\u2028\u0000\u202E1w'),
      fc.constantFrom('https://', 'www.', '![', '```', '&amp;', '<b>', '\r\n', '😀'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''));

function readEscapes(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The markdown with every escaped character taken out: what is left has its markdown meaning. */
function liveCharacters(markdown: string): string {
  return markdown.replace(/\\[!-/:-@[-`{-~]/g, '');
}

/** What CommonMark shows of a code span that is the whole text; undefined when it is none. */
function readCodeSpan(markdown: string): string | undefined {
  const fence = /^`+/.exec(markdown)?.[0] ?? '';
  const body = markdown.slice(fence.length, -fence.length);
  const closes = [...body.matchAll(/`+/g)].some(([run]) => run === fence);
  if (fence === '' || body === '' || !markdown.endsWith(fence) || body.endsWith('`') || closes) return undefined;
  return body.startsWith(' ') && body.endsWith(' ') && /[^ ]/.test(body) ? body.slice(1, -1) : body;
}

describe('inline', () => {
  it('leaves names, paths, arrows and numbers as they are', () => {
    const text = 'speckit-generator → code-reviewer: spec.md (1.5s), #7 - 100% "done"!';
    expect(inline(text)).toBe(text);
  });

  it.each([
    ['a *b* _c_ ~~d~~', 'a \\*b\\* \\_c\\_ \\~\\~d\\~\\~'],
    ['a `b` \\ c | d', 'a \\`b\\` \\\\ c \\| d'],
    ['a <b> &lt; [c](d)', 'a \\<b\\> \\&lt; \\[c\\](d)'],
    ['see ![image](url)!', 'see \\!\\[image\\](url)!'],
  ])('escapes what opens a construct inside a line: %s', (value, expected) => {
    expect(inline(value)).toBe(expected);
  });

  it.each([
    ['# heading', '\\# heading'],
    ['- item', '\\- item'],
    ['+ item', '\\+ item'],
    ['---', '\\---'],
    ['===', '\\==='],
    [':--', '\\:--'],
    ['1. item', '1\\. item'],
    ['12) item', '12\\) item'],
    ['1.', '1\\.'],
    ['1.5 s', '1.5 s'],
    ['1234567890. item', '1234567890. item'],
  ])('escapes what opens a block at the start of a line: %s', (value, expected) => {
    expect(inline(value)).toBe(expected);
  });

  it('makes no link of a bare address, because such a link takes the next escape with it', () => {
    expect(inline('https://x.com/<img src=x>')).toBe('https\\://x.com/\\<img src=x\\>');
    expect(inline('WWW.x.com')).toBe('WWW\\.x.com');
  });

  it('turns line breaks, control characters and reordering marks into one space and trims the ends', () => {
    expect(inline(' \n a\r\n\tb\u2028c\u0000\u007F\u0085d\u202Ee \n')).toBe('a b c d e');
  });

  it('gives one line without a live special character, whatever is put in', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const markdown = inline(value);
        expect(markdown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(liveCharacters(markdown)).not.toMatch(/[\\`*_[\]<>|~&]/);
        expect(markdown).not.toMatch(/^[-+#=:]|^\d{1,9}[.)](?:\s|$)/);
        expect(markdown).not.toMatch(/(?<!\\):\/\/|www\./i);
      }),
    );
  });

  it('gives the text back when its escapes are read', () => {
    fc.assert(fc.property(hostileText, (value) => readEscapes(inline(value)) === oneLine(value).trim()));
  });
});

describe('code', () => {
  it.each([
    ['spec.md', '`spec.md`'],
    ['a_b*c\\d', '`a_b*c\\d`'],
    ['a`b', '``a`b``'],
    ['``', '``` `` ```'],
    ['a`', '`` a` ``'],
    [' a ', '`  a  `'],
    [' a', '` a`'],
    ['  ', '`  `'],
    [' \u00A0 ', '`  \u00A0  `'],
    ['', '`  `'],
    ['a\nb', '`a b`'],
  ])('fences %j as %j', (value, expected) => {
    expect(code(value)).toBe(expected);
  });

  it('is one code span that shows the value, whatever is put in', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const shown = readCodeSpan(code(value));
        expect(shown).toBe(value === '' ? '  ' : oneLine(value));
      }),
    );
  });
});

describe('block', () => {
  it('is inline for a single line, blank lines around it or not', () => {
    expect(block('review *this*')).toBe('review \\*this\\*');
    expect(block('\n\n# review\n \n')).toBe('\\# review');
    expect(block('')).toBe('');
    expect(block(' \n\n')).toBe('');
  });

  it('quotes several lines, keeps blank ones and the indentation, and escapes each', () => {
    const value = '\n# Title\r\n\n- item\n  - [ ] inner\n1. one\n===\n```js\n| a |\n\n';
    const expected = [
      '> \\# Title',
      '>',
      '> \\- item',
      '>   \\- \\[ \\] inner',
      '> 1\\. one',
      '> \\===',
      '> \\`\\`\\`js',
      '> \\| a \\|',
    ];
    expect(block(value)).toBe(expected.join('\n'));
  });

  it('lets no line out of the quotation, whatever is put in', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (before, after) => {
        const lines = block(`a${before}\n${after}b`).split('\n');
        expect(lines.length).toBeGreaterThan(1);
        for (const line of lines) {
          expect(line).toMatch(/^>(?: |$)/);
          expect(line).not.toMatch(/[\r\u2028\u2029]/);
          expect(liveCharacters(line.slice(1))).not.toMatch(/[\\`*_[\]<>|~&]/);
          expect(line.slice(1)).not.toMatch(/^\s*(?:[-+#=:]|\d{1,9}[.)](?:\s|$))/);
        }
      }),
    );
  });
});

describe('labelled', () => {
  it('puts the escaped label before text that is markdown already', () => {
    expect(labelled('a*b', '`c`')).toBe('**a\\*b**: `c`');
  });

  it('leaves a blank label out', () => {
    expect(labelled(' \n', 'text')).toBe('text');
  });
});

describe('section', () => {
  it('heads a list and sets it off from what comes before', () => {
    expect(section('Errors', ['a', 'b'])).toEqual(['', '## Errors', '', '- a', '- b']);
  });

  it('is nothing without items', () => {
    expect(section('Errors', [])).toEqual([]);
  });
});
