import { describe, expect, it } from 'vitest';
import { compileFailure, type RustProject } from './diagnostics.ts';
import { type CompilerError, readCargoMessages } from './messages.ts';

const project: RustProject = {
  crates: new Set(['calc']),
  dependencies: new Set(['serde']),
  crateCalled: (name) => (name === 'c' ? 'calc' : undefined),
  definesType: (name) => name === 'Stack',
  declares: (name) => name === 'Stack' || name === 'add',
  isCode: (path) => path.startsWith('src/'),
  opensCrate: (path) => path === 'tests/open.rs',
  relative: (path) => path,
};

/** A complaint as rustc makes it: the label and the source line belong to the primary span. */
function complaint(code: string | undefined, message: string, label: string | null = null, line = ''): CompilerError {
  const marked = line.indexOf('^');
  const text = [{ text: line.replace('^', '') }];
  const span = { file_name: 'tests/a.rs', line_start: 1, column_start: marked + 1, is_primary: true, label, text };
  return {
    target: { name: 'a', kind: ['test'], src_path: '/p/tests/a.rs' },
    code,
    message,
    spans: [span],
    rendered: message,
  };
}

function told(...errors: CompilerError[]) {
  const { kind, diagnostics = [] } = compileFailure(errors, project);
  const [first] = diagnostics;
  return [kind, first?.what, first?.name, first?.from, first?.ours];
}

/** Messages of rustc 1.95, and of 1.70 where they differ. */
describe('what the compiler says', () => {
  it.each([
    [
      'E0432',
      'unresolved import `calc::multiply`',
      'no `multiply` in the root',
      '',
      ['missing', 'export', 'multiply', 'calc', true],
    ],
    [
      'E0432',
      'unresolved import `calc::inner::g`',
      'no `g` in `inner`',
      '',
      ['missing', 'export', 'g', 'calc::inner', true],
    ],
    [
      'E0432',
      'unresolved import `calc::stack`',
      'could not find `stack` in `calc`',
      '',
      ['missing', 'module', 'calc::stack', undefined, true],
    ],
    [
      'E0432',
      'unresolved import `crate::stack`',
      'unresolved import',
      '',
      ['missing', 'export', 'stack', 'crate', true],
    ],
    [
      'E0432',
      'unresolved import `left_pad`',
      'use of unresolved module or unlinked crate `left_pad`',
      '',
      ['import', 'module', 'left_pad', undefined, false],
    ],
    [
      'E0432',
      'unresolved import `left_pad`',
      'use of undeclared crate or module `left_pad`',
      '',
      ['import', 'module', 'left_pad', undefined, false],
    ],
    [
      'E0432',
      'unresolved import `serde::Nope`',
      'no `Nope` in the root',
      '',
      ['import', 'export', 'Nope', 'serde', false],
    ],
    [
      'E0432',
      'unresolved import `std::nope`',
      'could not find `nope` in `std`',
      '',
      ['import', 'module', 'std::nope', undefined, false],
    ],
    [
      'E0433',
      'cannot find `nope` in `calc`',
      'could not find `nope` in `calc`',
      'calc::^nope::f();',
      ['missing', 'module', 'calc::nope', undefined, true],
    ],
    [
      'E0433',
      'cannot find module or crate `left_pad` in this scope',
      'use of unresolved module or unlinked crate `left_pad`',
      '^left_pad::f()',
      ['import', 'module', 'left_pad', undefined, false],
    ],
    [
      'E0433',
      'failed to resolve: use of undeclared type `Stack`',
      'use of undeclared type `Stack`',
      '^Stack::new()',
      ['missing', 'undefined', 'Stack', undefined, undefined],
    ],
    [
      'E0433',
      'cannot find type `Stack` in this scope',
      'use of undeclared type `Stack`',
      '^Stack::new()',
      ['missing', 'undefined', 'Stack', undefined, undefined],
    ],
    [
      'E0425',
      'cannot find function `multiply` in crate `calc`',
      'not found in `calc`',
      'calc::^multiply(1)',
      ['missing', 'export', 'multiply', 'calc', true],
    ],
    [
      'E0425',
      'cannot find function `multiply` in crate `c`',
      'not found in `c`',
      'c::^multiply(1)',
      ['missing', 'export', 'multiply', 'c', true],
    ],
    [
      'E0423',
      'expected function, found crate `calc`',
      'not a function',
      '^calc(1)',
      ['missing', 'undefined', 'calc', undefined, undefined],
    ],
    [
      'E0404',
      'expected trait, found struct `Stack`',
      'not a trait',
      'impl ^Stack for A {}',
      ['missing', 'undefined', 'Stack', undefined, undefined],
    ],
    [
      'E0423',
      'expected value, found struct `String`',
      null,
      'let a = ^String;',
      ['other', 'other', 'E0423: expected value, found struct `String`', undefined, undefined],
    ],
    [
      'E0425',
      'cannot find function `multiply` in this scope',
      'not found in this scope',
      '^multiply(1)',
      ['missing', 'undefined', 'multiply', undefined, undefined],
    ],
    [
      'E0425',
      'cannot find value `LIMIT` in this scope',
      'not found in this scope',
      '^LIMIT',
      ['missing', 'undefined', 'LIMIT', undefined, undefined],
    ],
    [
      'E0425',
      'cannot find value `expcted` in this scope',
      'not found in this scope',
      '^expcted',
      ['other', 'undefined', 'expcted', undefined, undefined],
    ],
    [
      'E0412',
      'cannot find type `Stack` in this scope',
      'not found in this scope',
      '',
      ['missing', 'undefined', 'Stack', undefined, undefined],
    ],
    [
      'E0405',
      'cannot find trait `Shape` in this scope',
      'not found in this scope',
      '',
      ['missing', 'undefined', 'Shape', undefined, undefined],
    ],
    [
      undefined,
      'cannot find macro `stack` in this scope',
      null,
      '',
      ['missing', 'undefined', 'stack', undefined, undefined],
    ],
    [
      undefined,
      'cannot find attribute `nope` in this scope',
      null,
      '',
      ['other', 'other', 'cannot find attribute `nope` in this scope', undefined, undefined],
    ],
    [
      'E0599',
      'no method named `peek` found for struct `Stack` in the current scope',
      'method not found',
      '',
      ['missing', 'member', 'Stack::peek', undefined, true],
    ],
    [
      'E0599',
      'no method named `peek` found for reference `&Stack` in the current scope',
      'method not found',
      '',
      ['missing', 'member', 'Stack::peek', undefined, true],
    ],
    [
      'E0599',
      'no function or associated item named `new` found for struct `Stack` in the current scope',
      'x',
      '',
      ['missing', 'member', 'Stack::new', undefined, true],
    ],
    [
      'E0599',
      'no method named `peek` found for struct `Vec<{integer}>` in the current scope',
      'x',
      '',
      ['other', 'member', 'Vec::peek', undefined, false],
    ],
    [
      'E0609',
      'no field `size` on type `Stack`',
      'unknown field',
      '',
      ['missing', 'member', 'Stack::size', undefined, true],
    ],
    [
      'E0560',
      'struct `Stack` has no field named `size`',
      'x',
      '',
      ['missing', 'member', 'Stack::size', undefined, true],
    ],
    ['E0583', 'file not found for module `helper`', null, '', ['missing', 'module', 'helper', undefined, true]],
    ['E0463', "can't find crate for `foo`", "can't find crate", '', ['import', 'module', 'foo', undefined, false]],
    [
      'E0308',
      'mismatched types',
      'expected `i32`, found `&str`',
      '',
      ['other', 'other', 'E0308: mismatched types', undefined, undefined],
    ],
    [
      'E0603',
      'function `secret` is private',
      'private function',
      '',
      ['other', 'other', 'E0603: function `secret` is private', undefined, undefined],
    ],
    [
      'E0765',
      'unterminated double quote string',
      null,
      '',
      ['syntax', 'other', 'E0765: unterminated double quote string', undefined, undefined],
    ],
    [
      undefined,
      'expected expression, found `;`',
      'expected expression',
      '',
      ['syntax', 'other', 'expected expression, found `;`', undefined, undefined],
    ],
    [
      undefined,
      'mismatched closing delimiter: `}`',
      'x',
      '',
      ['syntax', 'other', 'mismatched closing delimiter: `}`', undefined, undefined],
    ],
    [
      undefined,
      'this file contains an unclosed delimiter',
      null,
      '',
      ['syntax', 'other', 'this file contains an unclosed delimiter', undefined, undefined],
    ],
    [undefined, 'stop here', null, '', ['other', 'other', 'stop here', undefined, undefined]],
  ] as const)('%s %s', (code, message, label, line, expected) => {
    expect(told(complaint(code, message, label, line))).toEqual(expected);
  });

  it('a method of a type of others may come by a trait, where all names of the crate are in scope', () => {
    const error = complaint('E0599', 'no method named `valid_luhn` found for reference `&str` in the current scope');
    expect(told(error)[0]).toBe('other');
    expect(told({ ...error, spans: error.spans.map((span) => ({ ...span, file_name: 'tests/open.rs' })) })[0]).toBe(
      'missing',
    );
  });

  it('what is used otherwise than the project declares it is missing, and a slip of the test is not', () => {
    const place = { line_start: 1, column_start: 1, is_primary: true, label: null };
    const defined = (file: string) => [{ message: 'function defined here', spans: [{ ...place, file_name: file }] }];
    const takes = 'this function takes 2 arguments but 3 arguments were supplied';
    const note = (code: string, message: string, file: string) =>
      told({ ...complaint(code, message), children: defined(file) });
    expect(note('E0061', takes, 'src/lib.rs')).toEqual(['missing', 'signature', `E0061: ${takes}`, 'src/lib.rs', true]);
    expect(note('E0061', takes, 'tests/a.rs')[0]).toBe('other');
    expect(note('E0308', 'mismatched types', 'src/lib.rs')[0]).toBe('missing');
    expect(note('E0603', 'function `secret` is private', 'src/lib.rs')[0]).toBe('missing');
    expect(note('E0382', 'use of moved value: `x`', 'src/lib.rs')[0]).toBe('other');
    expect(told(complaint('E0277', "`calc::Stack` doesn't implement `Debug`"))[0]).toBe('missing');
    expect(told(complaint('E0277', 'the trait bound `Mine: Shape` is not satisfied'))[0]).toBe('other');
    expect(told(complaint('E0599', "`calc::Stack` doesn't implement `std::fmt::Display`"))[0]).toBe('missing');
    const bounds = (of: string) =>
      `the method \`to_string\` exists for struct \`${of}\`, but its trait bounds were not satisfied`;
    expect(told(complaint('E0599', bounds('Stack')))[0]).toBe('missing');
    expect(told(complaint('E0599', bounds('Mine')))[0]).toBe('other');
    expect(told(complaint('E0308', 'mismatched types', null, 'let s: String = ^add(1, 2);'))[0]).toBe('missing');
    expect(told(complaint('E0308', 'mismatched types', null, 'let s: String = ^own(1, 2);'))[0]).toBe('other');
  });

  it('a macro of the project that takes nothing of the kind is missing a rule', () => {
    const error = complaint(undefined, 'no rules expected `1`', 'no rules expected this token in macro call');
    const [used] = error.spans;
    const macro = (file: string) => ({ ...used, file_name: file, is_primary: false, label: 'when calling this macro' });
    const called = (file: string) =>
      told({ ...error, spans: [...error.spans, macro(file) as NonNullable<typeof used>] });
    expect(called('src/lib.rs')).toEqual(['missing', 'signature', 'no rules expected `1`', 'src/lib.rs', true]);
    expect(called('tests/a.rs')[0]).toBe('other');
  });

  it('a complaint in what a macro expands to is told where the macro is used', () => {
    const error = complaint('E0277', "`calc::Stack` doesn't implement `Debug`");
    const [used] = error.spans;
    const inMacro = { ...used, file_name: '/rustc/1/library/core/src/macros/mod.rs', expansion: { span: used } };
    const { diagnostics } = compileFailure([{ ...error, spans: [inMacro as NonNullable<typeof used>] }], project);
    expect(diagnostics?.[0]?.file).toBe('tests/a.rs');
  });

  it('something missing beside anything else is not only missing', () => {
    const missing = complaint('E0432', 'unresolved import `calc::multiply`', 'no `multiply` in the root');
    const mismatch = complaint('E0308', 'mismatched types');
    expect(compileFailure([missing, missing], project).kind).toBe('missing');
    expect(compileFailure([missing, missing], project).diagnostics).toHaveLength(1);
    expect(compileFailure([missing, mismatch], project).kind).toBe('other');
    expect(compileFailure([mismatch, complaint(undefined, 'expected `;`')], project).kind).toBe('syntax');
  });
});

describe('messages of cargo', () => {
  it('are read up to the end of the build; what is printed later is not believed', () => {
    const artifact = (name: string) =>
      JSON.stringify({
        reason: 'compiler-artifact',
        manifest_path: '/p/Cargo.toml',
        target: { name, kind: ['test'], src_path: `/p/tests/${name}.rs` },
        profile: { test: true },
        executable: `/t/${name}`,
      });
    const lines = [
      artifact('a'),
      'noise',
      '{"reason":"compiler-artifact"}',
      '{"reason":"',
      '{"reason":"build-finished","success":true}',
      artifact('forged'),
    ];
    const { programs, built, rest } = readCargoMessages(lines);
    expect([programs.map(({ target }) => target.name), built, rest.length]).toEqual([['a'], true, 1]);
    expect(readCargoMessages(lines.slice(0, 2)).built).toBeUndefined();
  });
});
