import type { Span, Spelling } from './scan.ts';

/** One thing that a test checks, as far as it can be read. */
export interface Check extends Span {
  /** `equal` and `true` can be weakened, `fails` expects an error, `guard` only ends the test early. */
  readonly form: 'equal' | 'true' | 'fails' | 'guard';
  readonly actual: string;
  /** Only of `equal`. */
  readonly expected: string;
}

/** A test in a file. `start` and `end` have all of it, with its marks. */
export interface TestSpan extends Span {
  /** From where to where its statements are. */
  readonly body: Span;
}

/** How tests of a language are made weak. A method gives undefined where it makes no sense for these tests. */
export interface Weakener {
  readonly spelling: Spelling;
  checks(text: string): readonly Check[];
  tests(text: string): readonly TestSpan[];
  /** Tables of examples: from behind the opening bracket to before the closing one. */
  tables(text: string): readonly Span[];
  /** A check in other words. */
  readonly check: {
    exists(check: Check): string;
    sameType(check: Check): string;
    itself(check: Check): string | undefined;
    constant(check: Check): string;
    onlyIfThere(check: Check): string | undefined;
    /** Nothing in its place. */
    dropped(check: Check): string;
  };
  /** The statements of a test in other words. */
  readonly body: {
    neverCalled(body: string): string;
    swallowed(body: string): string;
    returnsEarly(body: string): string;
    empty: string;
  };
  /** A whole test, marked as skipped or expected to fail. */
  skipped(test: string): string;
  /** A file after a change: what it imports. */
  finish?(text: string): string;
  /** A change of settings after which the tests no longer run. */
  readonly settings: (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}
