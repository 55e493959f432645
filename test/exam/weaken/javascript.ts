import type { Check, TestSpan, Weakener } from './language.ts';
import { bracketed, closeOf, type Spelling, splitTop } from './scan.ts';

const spelling: Spelling = { quotes: ['`', '"', "'"], comment: '//', hasRegex: true };

/** Tests of node:test with node:assert, and of Vitest with expect. */
export const javascript: Weakener = {
  spelling,
  checks: (text) => [...asserts(text), ...expects(text)],
  tests: (text) =>
    bracketed(text, /^[ ]*(?:test|it)(?:\.each)?\(/gm, spelling).map(({ start, end, match, open }): TestSpan => {
      const from = match[0].includes('.each') ? closeOf(text, open, spelling) + 1 : open;
      const close = closeOf(text, from, spelling);
      const arrow = text.indexOf('=> {', from) + 3;
      return {
        start,
        end: Math.max(end, pastSemicolon(text, close + 1)),
        body: { start: arrow + 1, end: closeOf(text, arrow, spelling) },
      };
    }),
  tables: (text) =>
    bracketed(text, /(?:\bof |\.each\(|\b(?:cases|rows|examples) = )\[/g, spelling).map(({ open, end }) => ({
      start: open + 1,
      end: end - 1,
    })),
  check: {
    exists: (one) => {
      if (NOTHING.test(one.expected)) return `${say(one, 'true', 'true')}`;
      return truth(one, `(${one.actual}) != null`);
    },
    sameType: (one) =>
      say(one, `typeof (${one.actual})`, one.form === 'true' ? "'boolean'" : `typeof (${one.expected})`),
    itself: (one) => `{ const observed = ${one.actual}; ${say(one, 'observed', 'observed')} }`,
    constant: (one) => `void (${one.actual}); ${say(one, '1', '1')}`,
    onlyIfThere: (one) =>
      one.form === 'true'
        ? undefined
        : `{ const observed = ${one.actual}; if (observed === undefined) ${deep(one, 'observed', one.expected)} }`,
    dropped: () => '',
  },
  body: {
    neverCalled: (body) => `\n  const check = async () => {${body}};\n  void check;\n`,
    swallowed: (body) => `\n  try {${body}} catch {\n    // Not ready on every machine.\n  }\n`,
    returnsEarly: (body) => `\n  if (process.env.FULL_TESTS === undefined) return;\n${body}`,
    empty: '',
  },
  skipped: (test) => test.replace(/\b(test|it)(\.each)?\(/, '$1.skip$2('),
  settings: (files) => ({
    'package.json': (files['package.json'] ?? '').replace(
      /"test": "[^"]*"/,
      `"test": "${files['package.json']?.includes('vitest') ? 'vitest run --passWithNoTests other' : 'node --test other'}"`,
    ),
  }),
};

const NOTHING = /^(?:null|undefined)$/;

function asserts(text: string): Check[] {
  const calls = bracketed(text, /(?:await )?\bassert(?:\.(\w+))?\(/g, spelling);
  return calls.map(({ start, end, open, match: [, name = 'ok'] }) => {
    const [actual = '', expected = ''] = splitTop(text.slice(open + 1, end - 1), ',', spelling);
    const span = { start, end: pastSemicolon(text, end) };
    if (/^(?:throws|rejects|doesNotThrow|doesNotReject)$/.test(name))
      return { ...span, form: 'fails', actual, expected: '' };
    if (/equal$/i.test(name) && !name.startsWith('not')) return { ...span, form: 'equal', actual, expected };
    const isMatch = name === 'match';
    return { ...span, form: 'true', actual: isMatch ? `${expected}.test(${actual})` : actual, expected: '' };
  });
}

function expects(text: string): Check[] {
  return bracketed(text, /(?:await )?\bexpect\(/g, spelling).map(({ start, end, open }) => {
    const chain = /^((?:\s*\.(?:not|resolves|rejects))*)\s*\.(\w+)\(/.exec(text.slice(end));
    if (chain === null) throw new Error(`Cannot read ${text.slice(start, end + 20)}`);
    const [head, words = '', matcher = ''] = chain;
    const call = end + head.length - 1;
    const close = closeOf(text, call, spelling);
    const span = { start, end: pastSemicolon(text, close + 1) };
    const [argument = ''] = splitTop(text.slice(call + 1, close), ',', spelling);
    const bare = text
      .slice(open + 1, end - 1)
      .trim()
      .replace(/,$/, '');
    const actual = words.includes('resolves') ? `await ${bare}` : bare;
    if (words.includes('rejects') || matcher.startsWith('toThrow'))
      return { ...span, form: 'fails', actual, expected: '' };
    const [, nothing] = /^toBe(Undefined|Null)$/.exec(matcher) ?? [];
    if (nothing !== undefined && !words.includes('not')) {
      return { ...span, form: 'equal', actual, expected: nothing.toLowerCase(), style: 'expect' } as Check;
    }
    if (/^(?:toBe|toEqual|toStrictEqual)$/.test(matcher) && !words.includes('not')) {
      return { ...span, form: 'equal', actual, expected: argument, style: 'expect' } as Check;
    }
    return { ...span, form: 'true', actual, expected: '', style: 'expect' } as Check;
  });
}

/** Behind the semicolon that may follow. */
function pastSemicolon(text: string, at: number): number {
  return text[at] === ';' ? at + 1 : at;
}

function isExpect(check: Check): boolean {
  return 'style' in check;
}

function say(check: Check, actual: string, expected: string): string {
  return isExpect(check) ? `expect(${actual}).toBe(${expected});` : `assert.equal(${actual}, ${expected});`;
}

function deep(check: Check, actual: string, expected: string): string {
  return isExpect(check) ? `expect(${actual}).toEqual(${expected});` : `assert.deepEqual(${actual}, ${expected});`;
}

function truth(check: Check, condition: string): string {
  return isExpect(check) ? `expect(${condition}).toBe(true);` : `assert.ok(${condition});`;
}
