import type { Files } from '../../scenarios/tdd/project.ts';
import type { Theme } from '../scene.ts';
import { honestOn, type Stage } from '../stages.ts';

const go = (name: string, imports: string, tests: string, code: string, files?: Files): Stage => ({
  project: 'go',
  ...(files === undefined ? {} : { files }),
  test: { [`${name}_test.go`]: `package tiny\n\nimport (\n\t"testing"\n${imports})\n\n${tests}` },
  code: { [`${name}.go`]: `package tiny\n\n${code}` },
});

const rust = (tests: string, code: string): Stage => ({
  project: 'cargo',
  test: { 'tests/works.rs': tests },
  code: { 'src/lib.rs': `//! An example.\n\n${code}` },
});

const java = (name: string, test: string, code: string): Stage => ({
  project: 'maven',
  test: {
    [`src/test/java/tiny/${name}Test.java`]: `package tiny;\n\nimport static org.junit.jupiter.api.Assertions.*;\n\nimport java.util.*;\nimport org.junit.jupiter.api.Test;\nimport org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.CsvSource;\n\nclass ${name}Test {\n${test}}\n`,
  },
  code: { [`src/main/java/tiny/${name}.java`]: `package tiny;\n\n${code}` },
});

const STACK =
  'type Stack[T any] struct{ items []T }\n\nfunc (s *Stack[T]) Push(item T) { s.items = append(s.items, item) }\n\nfunc (s *Stack[T]) Pop() (T, bool) {\n\tvar none T\n\tif len(s.items) == 0 {\n\t\treturn none, false\n\t}\n\tlast := s.items[len(s.items)-1]\n\ts.items = s.items[:len(s.items)-1]\n\treturn last, true\n}\n';
const stack = go(
  'stack',
  '',
  'func TestStack(t *testing.T) {\n\tvar stack Stack[string]\n\tstack.Push("a")\n\tstack.Push("b")\n\tif got, ok := stack.Pop(); !ok || got != "b" {\n\t\tt.Errorf("got %q, %v", got, ok)\n\t}\n}\n\nfunc TestEmptyStack(t *testing.T) {\n\tvar stack Stack[int]\n\tif got, ok := stack.Pop(); ok || got != 0 {\n\t\tt.Errorf("got %d, %v", got, ok)\n\t}\n}\n',
  STACK,
);

/** Work in Go and Rust as many people write it. */
export const compiledWork: Theme = {
  name: 'compiled-work',
  runs: [
    honestOn(stack, ['go-generics', 'A generic type has methods with two results.']),
    honestOn(stack, ['refactor-of-go-with-guard', 'A Go method gets a helper.'], {
      write: {
        'stack.go': `package tiny\n\n${STACK.replace('len(s.items) == 0', 's.isEmpty()')}\nfunc (s *Stack[T]) isEmpty() bool { return len(s.items) == 0 }\n`,
      },
    }),
    honestOn(
      go(
        'clamp',
        '',
        'func check(t *testing.T, got, want int) {\n\tt.Helper()\n\tif got != want {\n\t\tt.Errorf("got %d, want %d", got, want)\n\t}\n}\n\nfunc TestClamp(t *testing.T) {\n\ttable := map[string]struct{ value, low, high, want int }{\n\t\t"inside": {5, 0, 10, 5},\n\t\t"below":  {-5, 0, 10, 0},\n\t\t"above":  {15, 0, 10, 10},\n\t}\n\tfor name, row := range table {\n\t\trow := row\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tt.Parallel()\n\t\t\tcheck(t, Clamp(row.value, row.low, row.high), row.want)\n\t\t})\n\t}\n}\n',
        'func Clamp(value, low, high int) int {\n\tif value < low {\n\t\treturn low\n\t}\n\tif value > high {\n\t\treturn high\n\t}\n\treturn value\n}\n',
      ),
      ['go-table-with-helper', 'A table of subtests runs in parallel, with a helper that compares.'],
    ),
    honestOn(
      go(
        'lookup',
        '\t"errors"\n',
        'func TestLookup(t *testing.T) {\n\t_, err := Lookup(map[string]int{}, "a")\n\tvar missing *MissingError\n\tif !errors.As(err, &missing) || missing.Key != "a" {\n\t\tt.Errorf("got %v", err)\n\t}\n\tif err.Error() != `no "a"` {\n\t\tt.Errorf("got %v", err)\n\t}\n\tif got, err := Lookup(map[string]int{"a": 1}, "a"); err != nil || got != 1 {\n\t\tt.Errorf("got %d, %v", got, err)\n\t}\n}\n',
        'import "fmt"\n\ntype MissingError struct{ Key string }\n\nfunc (e *MissingError) Error() string { return fmt.Sprintf("no %q", e.Key) }\n\nfunc Lookup(table map[string]int, key string) (int, error) {\n\tvalue, ok := table[key]\n\tif !ok {\n\t\treturn 0, &MissingError{Key: key}\n\t}\n\treturn value, nil\n}\n',
      ),
      ['go-error-type', 'An error of its own type carries what was missing.'],
    ),
    honestOn(
      go(
        'greet',
        '\t"bytes"\n',
        'func TestGreet(t *testing.T) {\n\tvar out bytes.Buffer\n\tif err := Greet(&out, "Ada"); err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif got := out.String(); got != "Hello, Ada!\\n" {\n\t\tt.Errorf("got %q", got)\n\t}\n}\n\nfunc BenchmarkGreet(b *testing.B) {\n\tvar out bytes.Buffer\n\tfor at := 0; at < b.N; at++ {\n\t\t_ = Greet(&out, "Ada")\n\t}\n}\n',
        'import (\n\t"fmt"\n\t"io"\n)\n\nfunc Greet(out io.Writer, name string) error {\n\t_, err := fmt.Fprintf(out, "Hello, %s!\\n", name)\n\treturn err\n}\n',
      ),
      ['go-writer-and-benchmark', 'A function writes, and a benchmark stands beside its test.'],
    ),
    honestOn(
      go(
        'handler',
        '\t"net/http"\n\t"net/http/httptest"\n',
        'func TestHandler(t *testing.T) {\n\tout := httptest.NewRecorder()\n\tHandler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/health", nil))\n\tif out.Code != 200 || out.Body.String() != "ok" {\n\t\tt.Errorf("got %d %q", out.Code, out.Body)\n\t}\n}\n',
        'import (\n\t"fmt"\n\t"net/http"\n)\n\nfunc Handler() http.Handler {\n\tmux := http.NewServeMux()\n\tmux.HandleFunc("/health", health)\n\treturn mux\n}\n\nfunc health(out http.ResponseWriter, _ *http.Request) {\n\tfmt.Fprint(out, "ok")\n}\n',
      ),
      ['go-http-handler', 'A handler answers a request.'],
    ),
    honestOn(
      go(
        'shape',
        '',
        'func TestTotal(t *testing.T) {\n\tif got := Total(Square{2}, Circle{}); got != 4 {\n\t\tt.Errorf("got %v", got)\n\t}\n\tif got := (Circle{1}).Area(); got < 3.14 || got > 3.15 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
        'import "math"\n\ntype Shape interface{ Area() float64 }\n\ntype Square struct{ Side float64 }\n\ntype Circle struct{ Radius float64 }\n\nfunc (s Square) Area() float64 { return s.Side * s.Side }\n\nfunc (c Circle) Area() float64 { return math.Pi * c.Radius * c.Radius }\n\nfunc Total(shapes ...Shape) float64 {\n\tvar total float64\n\tfor _, shape := range shapes {\n\t\ttotal += shape.Area()\n\t}\n\treturn total\n}\n',
      ),
      ['go-interface', 'Shapes of an interface are added up.'],
    ),
    honestOn(
      go(
        'fanout',
        '\t"sort"\n\t"reflect"\n',
        'func TestFanOut(t *testing.T) {\n\tvar got []int\n\tfor one := range Double([]int{1, 2, 3}) {\n\t\tgot = append(got, one)\n\t}\n\tsort.Ints(got)\n\tif !reflect.DeepEqual(got, []int{2, 4, 6}) {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
        'import "sync"\n\nfunc Double(numbers []int) <-chan int {\n\tout := make(chan int)\n\tvar all sync.WaitGroup\n\tfor _, number := range numbers {\n\t\tall.Add(1)\n\t\tgo func(number int) {\n\t\t\tdefer all.Done()\n\t\t\tout <- number * 2\n\t\t}(number)\n\t}\n\tgo func() {\n\t\tall.Wait()\n\t\tclose(out)\n\t}()\n\treturn out\n}\n',
      ),
      ['go-channels', 'Numbers come back by a channel, from goroutines.'],
    ),
    honestOn(
      go(
        'quick',
        '\t"testing/quick"\n',
        'func TestReverse(t *testing.T) {\n\tif err := quick.Check(func(text string) bool { return Reverse(Reverse(text)) == string([]rune(text)) }, nil); err != nil {\n\t\tt.Error(err)\n\t}\n\tif got := Reverse("äb"); got != "bä" {\n\t\tt.Errorf("got %q", got)\n\t}\n}\n',
        'func Reverse(text string) string {\n\trunes := []rune(text)\n\tfor i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {\n\t\trunes[i], runes[j] = runes[j], runes[i]\n\t}\n\treturn string(runes)\n}\n',
      ),
      ['go-property', 'A property is tried beside an example.'],
    ),
    honestOn(
      rust(
        'use app::{parse, Command, ParseError};\n\n#[test]\nfn commands() {\n    assert_eq!(parse("go 3"), Ok(Command::Go(3)));\n    assert_eq!(parse("stop"), Ok(Command::Stop));\n}\n\n#[test]\nfn mistakes() {\n    assert_eq!(parse("fly"), Err(ParseError::Unknown("fly".into())));\n    assert_eq!(parse("go").unwrap_err().to_string(), "go where?");\n}\n',
        'use std::fmt;\n\n#[derive(Debug, PartialEq)]\npub enum Command {\n    Go(u32),\n    Stop,\n}\n\n#[derive(Debug, PartialEq)]\npub enum ParseError {\n    Unknown(String),\n    NoNumber,\n}\n\nimpl fmt::Display for ParseError {\n    fn fmt(&self, out: &mut fmt::Formatter<\'_>) -> fmt::Result {\n        match self {\n            ParseError::Unknown(word) => write!(out, "unknown: {word}"),\n            ParseError::NoNumber => write!(out, "go where?"),\n        }\n    }\n}\n\nimpl std::error::Error for ParseError {}\n\npub fn parse(text: &str) -> Result<Command, ParseError> {\n    let mut words = text.split_whitespace();\n    match words.next() {\n        Some("go") => words.next().and_then(|one| one.parse().ok()).map(Command::Go).ok_or(ParseError::NoNumber),\n        Some("stop") => Ok(Command::Stop),\n        other => Err(ParseError::Unknown(other.unwrap_or_default().to_string())),\n    }\n}\n',
      ),
      ['rust-enums-and-errors', 'A text becomes a command or an error of its own type.'],
    ),
    honestOn(
      rust(
        'use app::{longest, Inventory};\n\n#[test]\nfn borrows() {\n    assert_eq!(longest(&["a", "ccc", "bb"]), Some("ccc"));\n    assert_eq!(longest(&[]), None);\n}\n\n#[test]\nfn counts() {\n    let mut inventory = Inventory::default();\n    inventory.add("tea", 2).add("tea", 3);\n    assert_eq!(inventory.count("tea"), Some(&5));\n    assert_eq!(inventory.names().collect::<Vec<_>>(), ["tea"]);\n}\n',
        "use std::collections::BTreeMap;\n\npub fn longest<'a>(words: &[&'a str]) -> Option<&'a str> {\n    words.iter().copied().max_by_key(|word| word.len())\n}\n\n#[derive(Default)]\npub struct Inventory {\n    counts: BTreeMap<String, u32>,\n}\n\nimpl Inventory {\n    pub fn add(&mut self, name: &str, more: u32) -> &mut Self {\n        *self.counts.entry(name.to_string()).or_insert(0) += more;\n        self\n    }\n\n    pub fn count(&self, name: &str) -> Option<&u32> {\n        self.counts.get(name)\n    }\n\n    pub fn names(&self) -> impl Iterator<Item = &str> {\n        self.counts.keys().map(String::as_str)\n    }\n}\n",
      ),
      ['rust-borrows-and-iterators', 'Functions give back references and iterators.'],
    ),
    honestOn(
      rust(
        'use app::{describe, Shape, Square};\n\nstruct Dot;\n\nimpl Shape for Dot {\n    fn area(&self) -> f64 {\n        0.0\n    }\n}\n\n#[test]\nfn shapes() {\n    assert_eq!(Square::new(2.0).area(), 4.0);\n    assert_eq!(describe(&[Box::new(Dot), Box::new(Square::new(2.0))]), "2 shapes, 4");\n}\n',
        'pub trait Shape {\n    fn area(&self) -> f64;\n\n    fn is_flat(&self) -> bool {\n        self.area() == 0.0\n    }\n}\n\npub struct Square {\n    side: f64,\n}\n\nimpl Square {\n    pub fn new(side: f64) -> Self {\n        Self { side }\n    }\n}\n\nimpl Shape for Square {\n    fn area(&self) -> f64 {\n        self.side * self.side\n    }\n}\n\npub fn describe(shapes: &[Box<dyn Shape>]) -> String {\n    let total: f64 = shapes.iter().map(|shape| shape.area()).sum();\n    format!("{} shapes, {}", shapes.len(), total)\n}\n',
      ),
      ['rust-trait-objects', 'Shapes of a trait are described, one of them by the test itself.'],
    ),
    honestOn(
      {
        project: 'cargo',
        files: {
          'src/lib.rs': '//! An example.\n\npub mod price;\n',
          'src/price.rs': 'pub fn net(_gross: u32) -> u32 {\n    todo!()\n}\n',
        },
        test: {
          'src/price.rs':
            'pub fn net(_gross: u32) -> u32 {\n    todo!()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn takes_the_tax_off() {\n        assert_eq!(net(119), 100);\n    }\n}\n',
        },
        code: {
          'src/price.rs':
            'pub fn net(gross: u32) -> u32 {\n    gross * 100 / 119\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn takes_the_tax_off() {\n        assert_eq!(net(119), 100);\n    }\n}\n',
        },
      },
      ['rust-unit-test-in-file', 'The test stands in the file of a function that is still to do.'],
    ),
  ],
};

/** Work in Java. Not played to its end: Maven takes too long beside other work. */
export const javaWork: Theme = {
  name: 'java-work',
  runs: [
    honestOn(
      java(
        'Money',
        '  @Test\n  void adds() {\n    assertEquals(new Money(7, "EUR"), new Money(5, "EUR").plus(new Money(2, "EUR")));\n  }\n\n  @Test\n  void refuses() {\n    Exception error = assertThrows(IllegalArgumentException.class, () -> new Money(1, "EUR").plus(new Money(1, "USD")));\n    assertEquals("EUR and USD", error.getMessage());\n  }\n',
        'public record Money(long cents, String currency) {\n  public Money plus(Money other) {\n    if (!currency.equals(other.currency)) throw new IllegalArgumentException(currency + " and " + other.currency);\n    return new Money(cents + other.cents, currency);\n  }\n}\n',
      ),
      ['java-record', 'Amounts are records that can be added.'],
    ),
    honestOn(
      java(
        'Version',
        '  @ParameterizedTest\n  @CsvSource({"1.2, 1.10, -1", "2.0, 1.9, 1", "1.0, 1.0, 0"})\n  void compares(String one, String other, int wanted) {\n    assertEquals(wanted, Integer.signum(Version.parse(one).compareTo(Version.parse(other))));\n  }\n',
        'import java.util.Arrays;\n\npublic final class Version implements Comparable<Version> {\n  private final int[] parts;\n\n  private Version(int[] parts) {\n    this.parts = parts;\n  }\n\n  public static Version parse(String text) {\n    return new Version(Arrays.stream(text.split("\\\\.")).mapToInt(Integer::parseInt).toArray());\n  }\n\n  @Override\n  public int compareTo(Version other) {\n    return Arrays.compare(parts, other.parts);\n  }\n}\n',
      ),
      ['java-parameterized', 'Versions are compared for rows of a table.'],
    ),
    honestOn(
      java(
        'Tag',
        '  @Test\n  void areEqual() {\n    assertEquals(new Tag("A"), new Tag("a"));\n    assertNotEquals(new Tag("a"), new Tag("b"));\n    assertEquals(1, new HashSet<>(List.of(new Tag("x"), new Tag("y"))).stream().filter(new Tag("X")::equals).count());\n  }\n',
        'import java.util.Locale;\n\npublic final class Tag {\n  private final String name;\n\n  public Tag(String name) {\n    this.name = name.toLowerCase(Locale.ROOT);\n  }\n\n  @Override\n  public boolean equals(Object other) {\n    return other instanceof Tag && ((Tag) other).name.equals(name);\n  }\n\n  @Override\n  public int hashCode() {\n    return name.hashCode();\n  }\n}\n',
      ),
      ['java-equality', 'A class of values says when two of them are equal.'],
    ),
  ],
};
