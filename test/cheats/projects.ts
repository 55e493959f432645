import type { Config } from '../../src/protocol/config-schema.ts';
import { JS_TEXTS, LANGUAGES, type Language } from '../scenarios/tdd/languages.ts';

/** A tiny project that cheats and honest runs are played in: its agents build a sum, test first. */
interface Base extends Language {
  readonly config?: Config;
  /** Nothing is known of its tests but an exit code. */
  readonly isWeak?: true;
}

export type BaseName = keyof typeof LANGUAGES | 'go' | 'exit-code';

const GO_TEST = `package tiny

import "testing"

func TestTheSumOfNothingIsZero(t *testing.T) {
	if got := Sum(nil); got != 0 {
		t.Errorf("got %d", got)
	}
}
`;

const GO_SECOND = `
func TestTheSumOfTwoNumbers(t *testing.T) {
	if got := Sum([]int{1, 2}); got != 3 {
		t.Errorf("got %d", got)
	}
}
`;

const GO_LOOP = `package tiny

func Sum(numbers []int) int {
	total := 0
	for _, number := range numbers {
		total += number
	}
	return total
}
`;

export const BASES: Readonly<Record<BaseName, Base>> = {
  ...LANGUAGES,
  go: {
    framework: 'go',
    files: { 'go.mod': 'module example.com/tiny\n\ngo 1.19\n', 'doc.go': '// Package tiny adds.\npackage tiny\n' },
    texts: {
      testFile: 'sum_test.go',
      codeFile: 'sum.go',
      firstTest: GO_TEST,
      secondTest: GO_SECOND,
      zero: 'package tiny\n\nfunc Sum(numbers []int) int {\n\treturn 0\n}\n',
      loop: GO_LOOP,
      tidy: GO_LOOP.replaceAll('total', 'sum'),
    },
    tests: ['sum_test.go::TestTheSumOfNothingIsZero', 'sum_test.go::TestTheSumOfTwoNumbers'],
    isPackage: false,
    needs: ['go', 'version'],
  },
  'exit-code': {
    framework: 'exit-code',
    files: LANGUAGES['node-test'].files,
    config: { tests: { framework: 'exit-code', command: 'node --test' } },
    texts: JS_TEXTS,
    tests: [],
    isPackage: false,
    needs: [],
    isWeak: true,
  },
};
