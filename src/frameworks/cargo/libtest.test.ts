import { describe, expect, it } from 'vitest';
import { readLibtest } from './libtest.ts';
import { libtestFailure } from './libtest-failure.ts';

/** As the harness of Rust 1.95 wrote it, shortened. */
const OUTPUT = `
running 6 tests
test tests::bad ... FAILED
test tests::ign ... ignored, this test is slow
test tests::ok ... ok
test tests::pan ... FAILED
test tests::sp2 - should panic ... FAILED
test tests::sp - should panic ... ok

failures:

---- tests::bad stdout ----
hello
---- tests::ok stdout ----

thread 'tests::bad' (20348) panicked at src/lib.rs:19:43:
assertion \`left == right\` failed: custom
  left: 2
 right: 3
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

---- tests::pan stdout ----

thread 'tests::pan' (20369) panicked at src/lib.rs:21:24:
boom
stack backtrace:
   0: __rustc::rust_begin_unwind

---- tests::sp2 stdout ----
note: test did not panic as expected at src/lib.rs:24:32

failures:
    tests::bad
    tests::pan
    tests::sp2

test result: FAILED. 2 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.08s
`;
const LISTED = ['bad', 'ign', 'ok', 'pan', 'sp2', 'sp'].map((name) => `tests::${name}`);

describe('what the harness prints', () => {
  it('is read by name, with what failed tests printed', () => {
    const { results, summary, contradiction } = readLibtest(OUTPUT.split('\n'), LISTED);
    expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'tests::bad failed',
      'tests::ign skipped',
      'tests::ok passed',
      'tests::pan failed',
      'tests::sp2 failed',
      'tests::sp passed',
    ]);
    expect([summary, contradiction]).toEqual([{ passed: 2, failed: 3, ignored: 1, filtered: 0 }, undefined]);
    expect(results[0]?.printed).toContain('---- tests::ok stdout ----');
    expect(results[3]?.printed).toContain('boom');
  });

  it('is found behind noise, and noise about unknown tests is noise', () => {
    const text =
      'noisetest a ... ok\ntest forged ... FAILED\ntest b ... noise\nmore\nok\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';
    const { results, contradiction } = readLibtest(text.split('\n'), ['a', 'b']);
    expect([results.map(({ name, outcome }) => `${name} ${outcome}`), contradiction]).toEqual([
      ['a passed', 'b passed'],
      undefined,
    ]);
  });

  it('contradicts itself when a name is told twice or the numbers differ', () => {
    const summary = 'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';
    expect(readLibtest(['test a ... ok', 'test a ... FAILED', summary], ['a']).contradiction).toContain('told twice');
    expect(readLibtest([summary], ['a']).contradiction).toContain('summary');
  });

  it('never looks like all tests passing when one character is another', () => {
    const passes: string[] = [];
    for (let at = 0; at < OUTPUT.length; at++) {
      const mutated = `${OUTPUT.slice(0, at)}x${OUTPUT.slice(at + 1)}`;
      const { results, summary, contradiction } = readLibtest(mutated.split('\n'), LISTED);
      const bad = results.length < LISTED.length || results.some(({ outcome }) => outcome === 'failed');
      if (summary !== undefined && contradiction === undefined && !bad) passes.push(String(at));
    }
    expect(passes).toEqual([]);
  });
});

describe('why a test failed', () => {
  const nowhere = () => undefined;

  it.each([
    ["thread 't' (1) panicked at src/lib.rs:1:2:\nassertion `left == right` failed\n  left: 1\n right: 2", 'assertion'],
    ["thread 't' panicked at 'assertion failed: `(left == right)`\n', src/lib.rs:1:2", 'other'],
    ["thread 't' panicked at 'assertion failed: a > b', src/lib.rs:1:2", 'assertion'],
    ["thread 't' (1) panicked at src/lib.rs:1:2:\nassertion failed: a > b", 'assertion'],
    ["thread 't' (1) panicked at src/lib.rs:1:2:\nboom", 'other'],
    ['Error: "no"', 'other'],
    ['', 'other'],
    ["thread 't' (1) panicked at src/lib.rs:1:2:\ny\nnote: panic did not contain expected string", 'assertion'],
  ])('%j is %s', (printed, kind) => {
    expect(libtestFailure('t', printed, nowhere).kind).toBe(kind);
  });

  it('is an assertion if that is what stands where it panicked', () => {
    const printed = "thread 't' (1) panicked at src/lib.rs:7:5:\nmy words";
    const line = (text: string) => () => ({ file: 'src/lib.rs', text });
    expect(libtestFailure('t', printed, line('    assert!(a, "my words");')).kind).toBe('assertion');
    expect(libtestFailure('t', printed, line('    pretty_assertions::assert_eq!(a, b, "my words");')).kind).toBe(
      'assertion',
    );
    expect(libtestFailure('t', printed, line('    panic!("my words");'))).toEqual({
      kind: 'other',
      message: 'my words',
      location: { file: 'src/lib.rs', line: 7 },
      frames: [{ file: 'src/lib.rs', line: 7 }],
      runtime: true,
    });
  });
});
