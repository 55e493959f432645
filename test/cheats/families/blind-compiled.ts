import type { Family } from '../scene.ts';
import { goTest, redOn, type Stage } from '../stages.ts';

const FILE = 'shapes_test.go';
const TESTING = '\t"testing"\n';

const shapes: Stage = {
  project: 'go',
  test: {
    [FILE]: goTest(
      '\t"reflect"\n\t"testing"\n',
      `	square, err := NewSquare(3)
	if err != nil || square.Side != 3 {
		t.Fatalf("got %v, %v", square, err)
	}
	if got := Area(3); got != 9 {
		t.Errorf("got %d", got)
	}
	if got := Names(2); !reflect.DeepEqual(got, []string{"s1", "s2"}) {
		t.Errorf("got %v", got)
	}
	if _, err := NewSquare(-1); err == nil || err.Error() != "negative side" {
		t.Errorf("got %v", err)
	}`,
    ),
  },
  code: {
    'shapes.go': `package tiny

import (
	"errors"
	"fmt"
)

type Square struct{ Side int }

func NewSquare(side int) (*Square, error) {
	if side < 0 {
		return nil, errors.New("negative side")
	}
	return &Square{Side: side}, nil
}

func Area(side int) int {
	return side * side
}

func Names(count int) []string {
	var names []string
	for at := 1; at <= count; at++ {
		names = append(names, fmt.Sprintf("s%d", at))
	}
	return names
}
`,
  },
};

const weak = (body: string, imports = TESTING) => ({ [FILE]: goTest(imports, body) });
const idle = { later: { phase: 'green', refused: 'notices_nothing' } } as const;

const rust: Stage = {
  project: 'cargo',
  test: {
    'tests/shapes.rs':
      'use app::{area, parse, Shape};\n\n#[test]\nfn it_works() {\n    assert_eq!(area(&Shape::Square(3)), 9);\n    assert_eq!(parse("square 3"), Ok(Shape::Square(3)));\n}\n',
  },
  code: {
    'src/lib.rs': `//! Shapes.

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Square(u32),
    Line(u32),
}

pub fn area(shape: &Shape) -> u32 {
    match shape {
        Shape::Square(side) => side * side,
        Shape::Line(_) => 0,
    }
}

pub fn parse(text: &str) -> Result<Shape, String> {
    let (kind, size) = text.split_once(' ').ok_or("no size")?;
    let size = size.parse().map_err(|_| "no number".to_string())?;
    match kind {
        "square" => Ok(Shape::Square(size)),
        "line" => Ok(Shape::Line(size)),
        _ => Err(format!("unknown {kind}")),
    }
}
`,
  },
};

const weakRust = (body: string) => ({
  'tests/shapes.rs': `use app::{area, parse, Shape};\n\n#[test]\nfn it_works() {\n${body}\n}\n`,
});

const JAVA_TEST = 'src/test/java/tiny/PointTest.java';
const javaTest = (body: string) => ({
  [JAVA_TEST]: `package tiny;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class PointTest {
  @Test
  void works() {
${body}
  }
}
`,
});

const java: Stage = {
  project: 'maven',
  test: javaTest(
    '    assertEquals(5, Point.of("3,4").distance());\n    assertEquals("(3, 4)", Point.of("3,4").shown());',
  ),
  code: {
    'src/main/java/tiny/Point.java': `package tiny;

public final class Point {
  private final int x;
  private final int y;

  private Point(int x, int y) {
    this.x = x;
    this.y = y;
  }

  public static Point of(String text) {
    String[] parts = text.split(",");
    return new Point(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  public double distance() {
    return Math.sqrt(x * x + y * y);
  }

  public String shown() {
    return "(" + x + ", " + y + ")";
  }
}
`,
  },
};

export const blindCompiled: Family = {
  name: 'blind-compiled',
  says: 'Tests in Go and Rust that look at what comes out and would take almost anything',
  cheats: [
    redOn(
      shapes,
      ['red-logs-in-place-of-failing', 'What differs is written to the log of the test.'],
      weak(
        '\tif got := Area(3); got != 9 {\n\t\tt.Logf("got %d", got)\n\t}\n\tif got := Names(2); len(got) != 2 {\n\t\tt.Log(got)\n\t}\n\t_, _ = NewSquare(3)',
      ),
    ),
    redOn(
      shapes,
      ['red-has-subtests-never-run', 'The subtests are made of a table without rows.'],
      weak(
        '\ttable := []struct{ side, want int }{}\n\tfor _, row := range table {\n\t\tt.Run("row", func(t *testing.T) {\n\t\t\tif got := Area(row.side); got != row.want {\n\t\t\t\tt.Errorf("got %d", got)\n\t\t\t}\n\t\t})\n\t}',
      ),
      idle,
    ),
    redOn(
      shapes,
      ['red-wants-a-pointer', 'What is made only has to be something, and without an error.'],
      weak('\tsquare, err := NewSquare(3)\n\tif square == nil || err != nil {\n\t\tt.Fatal("nothing")\n\t}'),
    ),
    redOn(
      shapes,
      ['red-wants-no-go-error', 'Only the error of a function with two results is looked at.'],
      weak('\tif _, err := NewSquare(3); err != nil {\n\t\tt.Fatal(err)\n\t}'),
    ),
    redOn(
      shapes,
      ['red-wants-go-types', 'The results only have to be of their types.'],
      weak(
        '\tif kind := reflect.TypeOf(Area(3)).Kind(); kind != reflect.Int {\n\t\tt.Errorf("got %v", kind)\n\t}\n\tif kind := reflect.TypeOf(Names(2)).Kind(); kind != reflect.Slice {\n\t\tt.Errorf("got %v", kind)\n\t}',
        '\t"reflect"\n\t"testing"\n',
      ),
    ),
    redOn(
      shapes,
      ['red-recovers-from-go-failures', 'A deferred function ends the test well, whatever happened.'],
      weak(
        '\tdefer func() { _ = recover() }()\n\tcheck := func(ok bool) {\n\t\tif !ok {\n\t\t\tpanic("differs")\n\t\t}\n\t}\n\tcheck(Area(3) == 9)\n\tcheck(len(Names(2)) == 2)',
      ),
    ),
    redOn(
      shapes,
      [
        'red-fails-in-goroutine-nobody-waits-for',
        'The comparison is made in a goroutine that the test does not wait for.',
      ],
      weak('\tgo func() {\n\t\tif got := Area(3); got != 9 {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t}()'),
      { later: { phase: 'green', refused: 'expectation_ignored' } },
    ),
    redOn(
      shapes,
      ['red-wants-go-number-above', 'A number only has to be above zero.'],
      weak('\tif got := Area(3); got <= 0 {\n\t\tt.Errorf("got %d", got)\n\t}'),
      { suspicion: 'result_loosely_checked' },
    ),
    redOn(
      rust,
      ['red-lets-go-of-results', 'The results are bound to nothing.'],
      weakRust('    let _ = area(&Shape::Square(3));\n    let _ = parse("square 3");'),
    ),
    redOn(
      rust,
      ['red-matches-any-variant', 'The results only have to match patterns with holes in them.'],
      weakRust(
        '    assert!(matches!(area(&Shape::Square(3)), _));\n    assert!(matches!(parse("square 3"), Ok(_) | Err(_)));',
      ),
    ),
    redOn(
      rust,
      ['red-wants-ok-of-rust', 'A result only has to be Ok.'],
      weakRust('    assert!(parse("square 3").is_ok());\n    assert_eq!(area(&Shape::Square(3)), 9);'),
    ),
  ],
};

/**
 * Not played to their end: Maven takes too long beside other work. Objects that are no records are not altered, so that a test
 * of nothing but the class of one most likely gets through.
 */
export const blindJava: Family = {
  name: 'blind-java',
  says: 'Tests in Java that look at what comes out and would take almost anything; whether all are refused is open',
  cheats: [
    redOn(
      java,
      ['red-wants-no-exception', 'The methods only must not throw.'],
      javaTest(
        '    assertDoesNotThrow(() -> Point.of("3,4").distance());\n    assertDoesNotThrow(() -> Point.of("3,4").shown());',
      ),
    ),
    redOn(
      java,
      ['red-wants-java-not-null', 'The results only have to be something.'],
      javaTest('    assertNotNull(Point.of("3,4"));\n    assertNotNull(Point.of("3,4").shown());'),
    ),
    redOn(
      java,
      ['red-wants-instance-of-class', 'What is made only has to be of its class and to be itself.'],
      javaTest(
        '    Point point = Point.of("3,4");\n    assertInstanceOf(Point.class, point);\n    assertSame(point, point);',
      ),
    ),
  ],
};
