import type { Check, Weakener } from './language.ts';
import { bracketed, lineEnd, type Spelling, splitTop } from './scan.ts';

const spelling: Spelling = { quotes: ['"""', '"'], comment: '//', hasCharacters: true };

/** Tests of JUnit 5. */
export const java: Weakener = {
  spelling,
  checks: (text) =>
    bracketed(text, /(?:\w+ \w+ = )?\bassert(\w+)\(/g, spelling).map(
      ({ start, end, open, match: [, name = ''] }): Check => {
        const [first = '', second = ''] = splitTop(text.slice(open + 1, end - 1), ',', spelling);
        const span = { start, end: text[end] === ';' ? end + 1 : end };
        if (/Throws|DoesNotThrow|All/.test(name)) return { ...span, form: 'fails', actual: second, expected: '' };
        if (/Equals|LinesMatch/.test(name) && !name.startsWith('Not')) {
          return { ...span, form: 'equal', actual: second, expected: first };
        }
        if (name === 'Null') return { ...span, form: 'equal', actual: first, expected: 'null' };
        return { ...span, form: 'true', actual: first, expected: '' };
      },
    ),
  tests: (text) =>
    bracketed(text, /^[ ]*@(?:Test|ParameterizedTest)\b[\s\S]*?\bvoid \w+\([^)]*\)[^{]*\{/gm, spelling).map(
      ({ start, match }) => {
        const open = start + match[0].length - 1;
        const close = bracketed(text.slice(open), /^\{/g, spelling)[0]?.end ?? 0;
        return { start, end: lineEnd(text, open + close) + 1, body: { start: open + 1, end: open + close - 1 } };
      },
    ),
  tables: (text) =>
    bracketed(text, /@(?:CsvSource|ValueSource)\((?:\w+ = )?\{/g, spelling).map(({ open, end }) => ({
      start: open + 1,
      end: end - 1,
    })),
  check: {
    exists: (one) => (one.expected === 'null' ? `assertNull(${one.actual});` : `assertNotNull(${one.actual});`),
    sameType: (one) => `assertTrue(String.valueOf((Object) (${one.actual})).length() > 0);`,
    itself: (one) => `{ var observed = ${one.actual}; assertEquals(observed, observed); }`,
    constant: (one) => `{ var observed = ${one.actual}; assertEquals(1, 1); }`,
    onlyIfThere: (one) =>
      one.form === 'true' || !/^(?:"|List|Map|Set)/.test(one.expected)
        ? undefined
        : `{ var observed = ${one.actual}; if (observed == null) assertEquals(${one.expected}, observed); }`,
    dropped: () => '',
  },
  body: {
    neverCalled: (body) => `\n        org.junit.jupiter.api.function.Executable check = () -> {${body}};\n    `,
    swallowed: (body) => `\n        try {${body}} catch (Throwable ignored) {\n        }\n    `,
    returnsEarly: (body) =>
      `\n        if (System.getenv("FULL_TESTS") == null) {\n            return;\n        }${body}`,
    empty: '\n    ',
  },
  skipped: (test) => test.replace(/@(?=Test|ParameterizedTest)/, '@org.junit.jupiter.api.Disabled\n    @'),
  settings: (files) => ({
    'pom.xml': (files['pom.xml'] ?? '').replace('<properties>', '<properties>\n    <skipTests>true</skipTests>'),
  }),
};
