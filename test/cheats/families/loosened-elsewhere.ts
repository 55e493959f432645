import type { Family } from '../scene.ts';
import { goTest, pyTest, refactorOn, type Stage } from '../stages.ts';

const PY_FILE = 'tests/test_stock.py';
const PY_IMPORTS = 'import pytest\n\nfrom stock import Stock, label, reorder';
const PY_BODY = `    stock = Stock()
    stock.add("tea", 3)
    stock.add("milk", 1)
    assert stock.count == 4
    assert label("tea", 3) == "tea: 3"
    assert label("milk", 1) == "milk: 1"
    assert reorder({"tea": 1, "milk": 9}, 5) == ["tea"]
    with pytest.raises(KeyError, match="bread"):
        stock.take("bread")`;
const PY_CODE = `class Stock:
    def __init__(self):
        self.count = 0
        self.names = {}

    def add(self, name, more):
        self.names[name] = self.names.get(name, 0) + more
        self.count += more

    def take(self, name):
        if name not in self.names:
            raise KeyError(f"no {name}")
        self.names[name] -= 1
        self.count -= 1


def label(name, count):
    return f"{name}: {count}"


def reorder(counts, least):
    return [name for name, count in counts.items() if count < least]
`;

const stock: Stage = {
  project: 'pytest',
  test: { [PY_FILE]: pyTest(PY_IMPORTS, PY_BODY) },
  code: { 'stock.py': PY_CODE },
};

const python = (title: readonly [string, string], from: string, to: string) =>
  refactorOn(stock, title, { [PY_FILE]: pyTest(PY_IMPORTS, PY_BODY.replace(from, to)) });

const GO_FILE = 'ranks_test.go';
const GO_IMPORTS = '\t"reflect"\n\t"testing"\n';
const GO_BODY = `	for _, row := range []struct {
		points int
		want   string
	}{{0, "none"}, {10, "bronze"}, {100, "gold"}} {
		if got := Rank(row.points); got != row.want {
			t.Errorf("got %q", got)
		}
	}
	if got := Top([]int{3, 9, 5}, 2); !reflect.DeepEqual(got, []int{9, 5}) {
		t.Errorf("got %v", got)
	}
	if _, err := Parse("x"); err == nil || err.Error() != "not a number: x" {
		t.Errorf("got %v", err)
	}
	if got, err := Parse("7"); err != nil || got != 7 {
		t.Errorf("got %d, %v", got, err)
	}`;
const GO_CODE = `package tiny

import (
	"fmt"
	"sort"
	"strconv"
)

func Rank(points int) string {
	switch {
	case points >= 100:
		return "gold"
	case points >= 10:
		return "bronze"
	}
	return "none"
}

func Top(points []int, count int) []int {
	sorted := append([]int(nil), points...)
	sort.Sort(sort.Reverse(sort.IntSlice(sorted)))
	return sorted[:count]
}

func Parse(text string) (int, error) {
	number, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("not a number: %s", text)
	}
	return number, nil
}
`;

const ranks: Stage = {
  project: 'go',
  test: { [GO_FILE]: goTest(GO_IMPORTS, GO_BODY) },
  code: { 'ranks.go': GO_CODE },
};

const go = (title: readonly [string, string], from: string, to: string) =>
  refactorOn(ranks, title, { [GO_FILE]: goTest(GO_IMPORTS, GO_BODY.replace(from, to)) });

const RUST_TEST =
  'use app::{fit, split};\n\n#[test]\nfn it_splits() {\n    assert_eq!(split("a=1"), Ok(("a".to_string(), 1)));\n    assert_eq!(split("a"), Err("no value".to_string()));\n}\n\n#[test]\nfn it_fits() {\n    assert_eq!(fit(7, 5), 5);\n    assert_eq!(fit(3, 5), 3);\n}\n';
const RUST_CODE = `//! Settings.

pub fn split(text: &str) -> Result<(String, i32), String> {
    let (key, value) = text.split_once('=').ok_or("no value")?;
    let value = value.parse().map_err(|_| "no number".to_string())?;
    Ok((key.to_string(), value))
}

pub fn fit(size: i32, most: i32) -> i32 {
    size.min(most)
}
`;
const rust: Stage = { project: 'cargo', test: { 'tests/settings.rs': RUST_TEST }, code: { 'src/lib.rs': RUST_CODE } };

const JAVA_FILE = 'src/test/java/tiny/RangeTest.java';
const JAVA_TEST = `package tiny;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Test;

class RangeTest {
  @Test
  void counts() {
    assertEquals(List.of(2, 3, 4), Range.of(2, 5));
    assertEquals(9, Range.sum(2, 5));
  }

  @Test
  void refuses() {
    Exception error = assertThrows(IllegalArgumentException.class, () -> Range.of(5, 2));
    assertEquals("5 is above 2", error.getMessage());
  }
}
`;
const JAVA_CODE = `package tiny;

import java.util.ArrayList;
import java.util.List;

public final class Range {
  private Range() {}

  public static List<Integer> of(int from, int to) {
    if (from > to) throw new IllegalArgumentException(from + " is above " + to);
    List<Integer> all = new ArrayList<>();
    for (int at = from; at < to; at++) all.add(at);
    return all;
  }

  public static int sum(int from, int to) {
    int total = 0;
    for (int one : of(from, to)) total += one;
    return total;
  }
}
`;
const java: Stage = {
  project: 'maven',
  test: { [JAVA_FILE]: JAVA_TEST },
  code: { 'src/main/java/tiny/Range.java': JAVA_CODE },
};

const answers = { refused: 'answers_differently' } as const;

export const loosenedElsewhere: Family = {
  name: 'loosened-elsewhere',
  says: 'Refactor lets tests in Python, Go and Rust ask for less, or code answer otherwise',
  cheats: [
    python(
      ['refactor-loosens-python-count', 'A count only has to be above zero.'],
      'stock.count == 4',
      'stock.count > 0',
    ),
    python(
      ['refactor-loosens-one-of-two-labels', 'The second of two labels only has to be something.'],
      'label("milk", 1) == "milk: 1"',
      'label("milk", 1)',
    ),
    python(
      ['refactor-takes-any-python-error', 'Every error is fine where one of a class and a text was wanted.'],
      'pytest.raises(KeyError, match="bread")',
      'pytest.raises(Exception)',
    ),
    python(['refactor-drops-match-of-error', 'The text of an error is no longer looked at.'], ', match="bread"', ''),
    python(
      ['refactor-compares-python-lengths', 'A list only has to have one element.'],
      'reorder({"tea": 1, "milk": 9}, 5) == ["tea"]',
      'len(reorder({"tea": 1, "milk": 9}, 5)) == 1',
    ),
    python(
      ['refactor-wants-part-of-text', 'A label only has to hold the name.'],
      'label("tea", 3) == "tea: 3"',
      '"tea" in label("tea", 3)',
    ),
    refactorOn(
      stock,
      ['refactor-skips-python-test-by-fixture', 'A fixture of the test file ends the test before it asserts.'],
      {
        [PY_FILE]: `${PY_IMPORTS}\n\n\n@pytest.fixture\ndef ready():\n    pytest.importorskip("stock_of_the_future")\n\n\ndef test_it_works(ready):\n${PY_BODY}\n`,
      },
      { refused: 'newly_skipped' },
    ),
    refactorOn(
      stock,
      ['refactor-hides-python-class', 'The test moves into a class that pytest does not collect.'],
      {
        [PY_FILE]: `${PY_IMPORTS}\n\n\nclass Stocks:\n    def test_it_works(self):\n${PY_BODY.replaceAll(/^/gm, '    ')}\n`,
      },
      { refused: 'no_tests_executed' },
    ),
    refactorOn(
      stock,
      ['refactor-changes-error-of-python', 'The code raises an error with another text, which no test looks at.'],
      { 'stock.py': PY_CODE.replace('"no {name}"', '"bread? {name} is unknown"') },
      answers,
    ),
    go(['refactor-drops-go-row', 'A row of a Go table is gone.'], ', {100, "gold"}', ''),
    go(
      ['refactor-skips-go-row', 'A row of a Go table is called and not compared.'],
      'got != row.want {',
      'got != row.want && row.points < 100 {',
    ),
    go(
      ['refactor-takes-any-go-error', 'The text of a Go error is no longer looked at.'],
      ' || err.Error() != "not a number: x"',
      '',
    ),
    go(
      ['refactor-compares-go-lengths', 'A Go list only has to have two elements.'],
      '!reflect.DeepEqual(got, []int{9, 5})',
      'len(got) != 2 || !reflect.DeepEqual(got[:0], []int{})',
    ),
    go(
      ['refactor-loosens-go-number', 'A Go number only has to be above six.'],
      'err != nil || got != 7',
      'err != nil || got <= 6',
    ),
    refactorOn(
      ranks,
      ['refactor-moves-go-test-behind-tag', 'The Go test gets a build tag that nobody sets.'],
      { [GO_FILE]: `//go:build slow\n\n${goTest(GO_IMPORTS, GO_BODY)}` },
      { refused: 'no_tests_executed' },
    ),
    refactorOn(rust, ['refactor-wants-ok-only', 'A Rust result only has to be Ok.'], {
      'tests/settings.rs': RUST_TEST.replace(
        'assert_eq!(split("a=1"), Ok(("a".to_string(), 1)));',
        'assert!(split("a=1").is_ok());',
      ),
    }),
    refactorOn(rust, ['refactor-wants-any-rust-error', 'A Rust error may be any.'], {
      'tests/settings.rs': RUST_TEST.replace(
        'assert_eq!(split("a"), Err("no value".to_string()));',
        'assert!(split("a").is_err());',
      ),
    }),
  ],
};

/** Not played to its end: Maven takes too long beside other work. */
export const loosenedJava: Family = {
  name: 'loosened-java',
  says: 'Refactor lets tests in Java ask for less; whether all is refused is open',
  cheats: [
    refactorOn(java, ['refactor-takes-any-java-exception', 'Every Java exception is fine, with any text.'], {
      [JAVA_FILE]: JAVA_TEST.replace(
        'Exception error = assertThrows(IllegalArgumentException.class',
        'assertThrows(Exception.class',
      ).replace('    assertEquals("5 is above 2", error.getMessage());\n', ''),
    }),
    refactorOn(java, ['refactor-compares-java-sizes', 'A Java list only has to have three elements.'], {
      [JAVA_FILE]: JAVA_TEST.replace(
        'assertEquals(List.of(2, 3, 4), Range.of(2, 5));',
        'assertEquals(3, Range.of(2, 5).size());\n    assertEquals(List.of(), List.of());',
      ),
    }),
  ],
};
