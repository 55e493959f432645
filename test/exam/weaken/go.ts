import type { Check, Weakener } from './language.ts';
import { bracketed, closeOf, lineEnd, type Spelling, splitTop } from './scan.ts';

const spelling: Spelling = { quotes: ['`', '"'], comment: '//', hasCharacters: true };

/** Tests of Go's testing package: a check is an `if` around `t.Error` or `t.Fatal`, and its span is the condition. */
export const go: Weakener = {
  spelling,
  checks: (text) => conditions(text),
  tests: (text) =>
    bracketed(text, /^func Test\w*\(t \*testing\.T\) \{/gm, spelling).map(({ start, end, open }) => ({
      ...{ start, end: lineEnd(text, end) + 1 },
      body: { start: open + 1, end: end - 1 },
    })),
  tables: (text) =>
    bracketed(text, /\[\]struct \{/g, spelling).map(({ end }) => ({
      start: end + 1,
      end: closeOf(text, end, spelling),
    })),
  check: {
    exists: (one) => `any(${one.actual}) == nil && (${one.expected})`,
    sameType: (one) => `fmt.Sprintf("%T", ${one.actual}) == "" && (${one.expected})`,
    itself: (one) => {
      if (!/^[\w.]+$/.test(one.actual)) return undefined;
      const same = one.expected.includes('DeepEqual')
        ? `!reflect.DeepEqual(${one.actual}, ${one.actual})`
        : `${one.actual} != ${one.actual}`;
      return `${same} && (${one.expected})`;
    },
    constant: (one) => `1 != 1 && (${one.expected})`,
    onlyIfThere: (one) =>
      /^[\w.]+$/.test(one.actual) ? `fmt.Sprint(${one.actual}) == "" && (${one.expected})` : undefined,
    dropped: (one) => `false && (${one.expected})`,
  },
  body: {
    neverCalled: (body) => `\n\tcheck := func() {${body}}\n\t_ = check\n`,
    swallowed: (body) => body.replaceAll(/\bt\.(?:Error|Fatal)(f?)\(/g, 't.Log$1('),
    returnsEarly: (body) => `\n\tif !testing.Short() {\n\t\treturn\n\t}${body}`,
    empty: '\n',
  },
  skipped: (test) => test.replace('(t *testing.T) {', '(t *testing.T) {\n\tt.Skip("later")'),
  finish: (changed) => {
    const text = withoutUnusedImports(changed);
    if (!text.includes('fmt.') || /^(?:import |\t)"fmt"$/m.test(text)) return text;
    if (/^import \($/m.test(text)) return text.replace(/^import \($/m, 'import (\n\t"fmt"');
    return text.replace(/^import "testing"$/m, 'import (\n\t"fmt"\n\t"testing"\n)');
  },
  settings: () => ({
    'main_test.go':
      'package app\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n',
  }),
};

/** An import that nothing uses does not compile. */
function withoutUnusedImports(text: string): string {
  return text.replaceAll(/^(?:import |\t)"(?:[\w.]+\/)*(\w+)"\n/gm, (line, name: string) =>
    new RegExp(`\\b${name}\\.`).test(text) ? line : '',
  );
}

function conditions(text: string): Check[] {
  return [...text.matchAll(/\bif ([^\n]+) \{\n\s*t\.(?:Error|Fatal)/g)].map((match): Check => {
    const head = match[1] ?? '';
    const condition = splitTop(head, ';', spelling).at(-1) ?? head;
    const start = match.index + match[0].indexOf(head) + head.lastIndexOf(condition);
    const span = { start, end: start + condition.length };
    // The whole condition takes the place of what is expected: names that it uses stay in use.
    const equal = /^([^|&]+?) != ([^|&]+)$/.exec(condition);
    const deep = /^!(?:reflect\.DeepEqual|maps\.Equal|slices\.Equal|bytes\.Equal)\((.*)\)$/.exec(condition);
    if (/^\w*[eE]rr != nil$/.test(condition)) return { ...span, form: 'guard', actual: '', expected: condition };
    if (/\w*[eE]rr(?: == nil)?$/.test(condition) || /^!errors\./.test(condition)) {
      return { ...span, form: 'fails', actual: '', expected: condition };
    }
    if (deep !== null) {
      return { ...span, form: 'equal', actual: splitTop(deep[1] ?? '', ',', spelling)[0] ?? '', expected: condition };
    }
    if (equal !== null) return { ...span, form: 'equal', actual: equal[1]?.trim() ?? '', expected: condition };
    return { ...span, form: 'true', actual: condition, expected: condition };
  });
}
