import type { FrameworkName } from '../../../src/frameworks/versions.ts';

/** A new test file beside the old ones of a language in which one that does not compile takes others along. */
export interface Compiled {
  readonly framework: FrameworkName;
  readonly file: string;
  /** It calls a function of the project that does not exist yet. */
  readonly missing: string;
  /** It calls one that does, and misspells a name of its own. */
  readonly typo: string;
  /** Existing tests that cannot be seen while it does not compile. */
  readonly masked: readonly string[];
  /** Files that are red for want of the function. */
  readonly redFiles: readonly string[];
}

const go = (body: string) => `package calc\n\nimport "testing"\n\nfunc TestNew(t *testing.T) {\n\t${body}\n}\n`;
export const COMPILED: readonly Compiled[] = [
  {
    framework: 'go',
    file: 'new_test.go',
    missing: go('if Multiply(2, 3) != 6 {\n\t\tt.Error("not six")\n\t}'),
    typo: go('got := Add(1, 2)\n\tif gto != 3 {\n\t\tt.Error(got)\n\t}'),
    masked: ['calc_test.go::TestAdds', 'calc_test.go::TestSubtracts'],
    redFiles: ['calc_test.go', 'new_test.go'],
  },
  {
    framework: 'cargo',
    file: 'tests/new.rs',
    missing: '#[test]\nfn multiplies() {\n    assert_eq!(calc::multiply(2, 3), 6);\n}\n',
    typo: '#[test]\nfn adds_more() {\n    let sum = calc::add(1, 2);\n    assert_eq!(smu, 3);\n}\n',
    masked: [],
    redFiles: ['tests/new.rs'],
  },
];
