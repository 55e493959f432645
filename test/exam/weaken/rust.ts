import type { Check, Weakener } from './language.ts';
import { bracketed, lineEnd, type Spelling, splitTop } from './scan.ts';

const spelling: Spelling = { quotes: ['"'], comment: '//', hasCharacters: true };

/** Tests of Rust, in `tests/` or in a module of the code. */
export const rust: Weakener = {
  spelling,
  checks: (text) =>
    bracketed(text, /\bassert(_eq|_ne)?!\(/g, spelling).map(({ start, end, open, match: [, name] }): Check => {
      const [actual = '', expected = ''] = splitTop(text.slice(open + 1, end - 1), ',', spelling);
      const span = { start, end: text[end] === ';' ? end + 1 : end };
      if (name === '_eq') return { ...span, form: 'equal', actual, expected };
      return { ...span, form: 'true', actual: name === '_ne' ? `${actual} != ${expected}` : actual, expected: '' };
    }),
  tests: (text) =>
    bracketed(text, /^[ ]*#\[test\]\n(?:[ ]*#\[[^\n]*\n)*[ ]*fn \w+\(\)[^\n]*\{/gm, spelling).map(
      ({ start, end, open }) => ({
        ...{ start, end: lineEnd(text, end) + 1 },
        body: { start: open + 1, end: end - 1 },
      }),
    ),
  tables: (text) =>
    bracketed(text, /\b(?:in|cases(?:: [^=\n]+)? =) (?:&|vec!)?\[/g, spelling).map(({ open, end }) => ({
      start: open + 1,
      end: end - 1,
    })),
  check: {
    exists: (one) => seen(one, 'assert!(!format!("{:?}", seen).is_empty());'),
    sameType: (one) => seen(one, 'assert!(!std::any::type_name_of_val(seen).is_empty());'),
    itself: (one) => seen(one, 'assert_eq!(seen, seen);'),
    constant: (one) => seen(one, 'assert_eq!(1, 1);'),
    onlyIfThere: (one) =>
      one.form === 'true'
        ? undefined
        : `{ let seen = &(${one.actual}); if format!("{:?}", seen).is_empty() { assert_eq!(*seen, ${one.expected}); } }`,
    dropped: () => '',
  },
  body: {
    neverCalled: (body) => `\n    let _check = || {${body}};\n`,
    swallowed: (body) => `\n    let _ = std::panic::catch_unwind(|| {${body}});\n`,
    returnsEarly: (body) => `\n    if std::env::var("FULL_TESTS").is_err() {\n        return;\n    }${body}`,
    empty: '\n',
  },
  skipped: (test) => test.replace('#[test]', '#[test]\n#[ignore]'),
  settings: (files) => ({
    'Cargo.toml': `${(files['Cargo.toml'] ?? '').replace('[package]\n', '[package]\nautotests = false\n')}\n[lib]\ntest = false\ndoctest = false\n`,
  }),
};

/** The value is compared with what was expected, so that types stay known, and nobody looks at the outcome. */
function seen({ form, actual, expected }: Check, statement: string): string {
  const compared = form === 'equal' ? ` let _ = *seen == (${expected});` : '';
  return `{ let seen = &(${actual});${compared} ${statement} }`;
}
