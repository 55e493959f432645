import type { Check, TestSpan, Weakener } from './language.ts';
import { bracketed, lineEnd, type Spelling, splitTop } from './scan.ts';

const spelling: Spelling = { quotes: ['"""', "'''", '"', "'"], comment: '#' };

/** Tests of pytest, and classes of unittest that it runs. */
export const python: Weakener = {
  spelling,
  checks: (text) =>
    [...statements(text), ...methods(text)].map((one) => ({ ...one, indent: indentAt(text, one.start) })),
  tests,
  tables: (text) => bracketed(text, TABLE, spelling).map(({ open, end }) => ({ start: open + 1, end: end - 1 })),
  check: {
    exists: (one) => (one.expected === 'None' ? `assert ${one.actual} is None` : `assert (${one.actual}) is not None`),
    sameType: (one) => {
      if (one.form === 'true') return `assert isinstance(bool(${one.actual}), bool)`;
      if (one.expected.includes('approx')) return `assert isinstance(${one.actual}, float)`;
      return `assert type(${one.actual}) is type(${one.expected})`;
    },
    itself: (one) => `observed = ${one.actual}${lineIn(one)}assert observed == observed`,
    constant: (one) => `observed = ${one.actual}${lineIn(one)}assert 1 == 1`,
    onlyIfThere: (one) =>
      one.form === 'true'
        ? undefined
        : `observed = ${one.actual}${lineIn(one)}if observed is None:${lineIn(one)}    assert observed == ${one.expected}`,
    dropped: () => 'pass',
  },
  body: {
    neverCalled: (body) => `${indentOf(body)}def check():\n${deeper(body)}`,
    swallowed: (body) =>
      `${indentOf(body)}try:\n${deeper(body)}${indentOf(body)}except BaseException:\n${indentOf(body)}    pass\n`,
    returnsEarly: (body) =>
      `${indentOf(body)}if not os.environ.get("FULL_TESTS"):\n${indentOf(body)}    return\n${body}`,
    empty: '        pass\n',
  },
  skipped: (test) => test.replace(/^( *)(?=(?:async )?def test)/m, '$1@pytest.mark.xfail\n$1'),
  finish: (text) => {
    const missing = ['os', 'pytest'].filter(
      (name) => text.includes(`${name}.`) && !new RegExp(`^import ${name}$`, 'm').test(text),
    );
    return `${missing.map((name) => `import ${name}\n`).join('')}${text}`;
  },
  settings: () => ({ 'conftest.py': 'collect_ignore_glob = ["tests/*"]\n' }),
};

const TABLE = /\bparametrize\(\s*(?:"[^"]*"|\([^)]*\)|\[[^\]]*\]),\s*\[|\b(?:cases|CASES|EXAMPLES) = \[|\bin \[/g;

function statements(text: string): Check[] {
  return [...text.matchAll(/^[ ]*(assert )/gm)].map((match) => {
    const start = match.index + match[0].length - 'assert '.length;
    const end = logicalEnd(text, start);
    const [said = ''] = splitTop(text.slice(start + 'assert '.length, end), ',', spelling);
    const [actual = '', expected] = splitTop(said, ' == ', spelling);
    if (expected !== undefined) return { start, end, form: 'equal', actual, expected };
    const none = / is None$/.exec(said);
    if (none !== null) return { start, end, form: 'equal', actual: said.slice(0, none.index), expected: 'None' };
    return { start, end, form: 'true', actual: said, expected: '' };
  });
}

/** `self.assertEqual(...)` and the like. */
function methods(text: string): Check[] {
  return bracketed(text, /\bself\.assert(\w+)\(/g, spelling).map(({ start, end, open, match: [, name = ''] }) => {
    const [actual = '', expected = ''] = splitTop(text.slice(open + 1, end - 1), ',', spelling);
    if (name.startsWith('Raises')) return { start, end, form: 'fails', actual, expected: '' };
    if (/Equal$/.test(name) && !name.startsWith('Not')) return { start, end, form: 'equal', actual, expected };
    if (name === 'IsNone') return { start, end, form: 'equal', actual, expected: 'None' };
    return { start, end, form: 'true', actual, expected: '' };
  });
}

/** The end of a statement: its line, or the line on which its last bracket closes. */
function logicalEnd(text: string, start: number): number {
  let end = lineEnd(text, start);
  const depth = (words: string) => (words.match(/[([{]/g)?.length ?? 0) - (words.match(/[)\]}]/g)?.length ?? 0);
  while (end < text.length && depth(text.slice(start, end)) > 0) end = lineEnd(text, end + 1);
  return end;
}

function tests(text: string): TestSpan[] {
  return [...text.matchAll(/^( *)(?:async )?def test\w*\([^)]*\)(?: -> None)?:\n/gm)].map((match) => {
    const [head, indent = ''] = match;
    const from = match.index + head.length;
    const rest = text.slice(from).split('\n');
    const count = rest.findIndex((line) => line !== '' && !line.startsWith(`${indent} `));
    const lines = count === -1 ? rest : rest.slice(0, count);
    while (lines.at(-1) === '') lines.pop();
    const end = from + lines.join('\n').length + 1;
    return { start: marksStart(text, match.index), end, body: { start: from, end } };
  });
}

/** Where the decorators of a function start: the lines above it, up to an empty one. */
function marksStart(text: string, at: number): number {
  const block = Math.max(0, text.lastIndexOf('\n\n', at - 1) + 2);
  return block < at && text.slice(block, at).trimStart().startsWith('@') ? block : at;
}

function indentAt(text: string, at: number): string {
  return /^ */.exec(text.slice(text.lastIndexOf('\n', at) + 1))?.[0] ?? '';
}

function lineIn(check: Check): string {
  return `\n${'indent' in check ? String(check.indent) : ''}`;
}

function indentOf(body: string): string {
  return /^ */.exec(body.replace(/^\n+/, ''))?.[0] ?? '    ';
}

function deeper(body: string): string {
  return body.replaceAll(/^(?=.)/gm, '    ');
}
