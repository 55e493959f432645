import type { Config } from '../../src/protocol/config-schema.ts';
import { EXAM_BASES } from '../exam/languages.ts';
import { JS_TEXTS, LANGUAGES, type Language } from '../scenarios/tdd/languages.ts';

/** A tiny project that cheats and honest runs are played in: its agents build a sum, test first. */
interface Base extends Language {
  readonly config?: Config;
  /** Nothing is known of its tests but an exit code. */
  readonly isWeak?: true;
}

export type BaseName = keyof typeof LANGUAGES | 'mocha' | 'typescript' | 'go' | 'cargo' | 'maven' | 'exit-code';

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

const RUST_LOOP = `pub fn sum(numbers: &[i64]) -> i64 {
    let mut total = 0;
    for number in numbers {
        total += number;
    }
    total
}
`;

const RUST_TEST = `use app::sum;

#[test]
fn the_sum_of_nothing_is_zero() {
    assert_eq!(sum(&[]), 0);
}
`;

const JAVA_TEST = `package tiny;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SumTest {
  @Test
  void theSumOfNothingIsZero() {
    assertEquals(0, Sum.of());
  }
}
`;

const JAVA_LOOP = `package tiny;

public final class Sum {
  private Sum() {}

  public static int of(int... numbers) {
    int total = 0;
    for (int number : numbers) total += number;
    return total;
  }
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
  mocha: {
    framework: 'mocha',
    files: {
      'package.json': '{ "type": "module", "scripts": { "test": "mocha" }, "devDependencies": { "mocha": "11" } }\n',
      '.gitignore': 'node_modules\n',
    },
    texts: {
      ...JS_TEXTS,
      firstTest: JS_TEXTS.firstTest.replace('{ test } from', '{ it as test } from').replace('node:test', 'mocha'),
    },
    tests: [],
    isPackage: true,
    needs: [],
  },
  typescript: {
    framework: 'vitest',
    files: EXAM_BASES.typescript.files,
    texts: { ...LANGUAGES.vitest.texts, ...JS_TEXTS, firstTest: JS_TEXTS.firstTest.replace('node:test', 'vitest') },
    tests: [],
    isPackage: true,
    needs: [],
  },
  cargo: {
    framework: 'cargo',
    files: EXAM_BASES.rust.files,
    texts: {
      testFile: 'tests/sum.rs',
      codeFile: 'src/lib.rs',
      firstTest: RUST_TEST,
      secondTest: '\n#[test]\nfn the_sum_of_two_numbers() {\n    assert_eq!(sum(&[1, 2]), 3);\n}\n',
      zero: 'pub fn sum(_numbers: &[i64]) -> i64 {\n    0\n}\n',
      loop: RUST_LOOP,
      tidy: 'pub fn sum(numbers: &[i64]) -> i64 {\n    numbers.iter().sum()\n}\n',
    },
    tests: [],
    isPackage: false,
    needs: ['cargo', '--version'],
  },
  maven: {
    framework: 'maven',
    files: EXAM_BASES.java.files,
    texts: {
      testFile: 'src/test/java/tiny/SumTest.java',
      codeFile: 'src/main/java/tiny/Sum.java',
      firstTest: JAVA_TEST,
      secondTest: '',
      zero: JAVA_LOOP.replace(/int total[\s\S]*return total;/, 'return 0;'),
      loop: JAVA_LOOP,
      tidy: JAVA_LOOP.replaceAll('total', 'sum'),
    },
    tests: [],
    isPackage: false,
    needs: ['mvn', '--version'],
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
