import type { Program } from './switched-program.ts';

/** Functions that each return a value of another kind, in one language: the program prints a line for each. */
export interface ValueProgram extends Program {
  readonly needs: readonly [string, ...string[]];
  /** What is printed of each, and what if it becomes a little different. */
  readonly values: Readonly<Record<string, readonly [plain: string, near: string]>>;
}

/** A function of each name, and what it returns. */
type Returned = Readonly<Record<string, string>>;

const JAVASCRIPT: Returned = {
  date: 'new Date(0)',
  invalid: 'new Date(Number.NaN)',
  nan: 'Number.NaN',
  zero: '-0',
  infinite: 'Infinity',
  huge: '2 ** 60',
  big: '12345678901234567890n',
  nested: '[[1], [[2]]]',
  pair: "['a', 1]",
  empty: '[]',
  blank: "''",
  bytes: 'new Uint8Array([1, 255])',
  nobytes: 'new Uint8Array()',
  map: 'new Map([[1, 2]])',
  emptymap: 'new Map()',
  objects: 'new Map([[1, new Held()]])',
  set: 'new Set([1])',
  truths: 'new Set([true, false])',
  optional: '({ value: undefined, count: 1 })',
  nothing: 'null',
  own: 'new Held()',
  list: '[new Held(), new Held()]',
};

const PYTHON: Returned = {
  date: 'datetime.date(2020, 1, 31)',
  clock: 'datetime.datetime(2020, 1, 31, 23, 59)',
  span: 'datetime.timedelta(seconds=1)',
  nan: 'float("nan")',
  zero: '-0.0',
  infinite: 'float("inf")',
  huge: '1e300',
  big: '2 ** 80',
  exact: 'decimal.Decimal("0.10")',
  part: 'fractions.Fraction(1, 3)',
  nested: '[[1], [[2]]]',
  pair: '("a", 1)',
  empty: '[]',
  blank: '""',
  bytes: 'b"a\\xff"',
  nobytes: 'b""',
  map: '{1: 2, (1, 2): [3]}',
  emptymap: '{}',
  objects: '{1: object}',
  set: '{1}',
  truths: '{True, False}',
  frozen: 'frozenset([1, 2])',
  color: 'Color.RED',
  optional: '{"value": None, "count": 1}',
  nothing: 'None',
  path: 'pathlib.PurePosixPath("a/b.txt")',
  point: 'Point(1, None)',
  row: 'Row(1, "b")',
};

const GO: Readonly<Record<string, readonly [type: string, value: string]>> = {
  date: ['time.Time', 'time.Unix(0, 0).UTC()'],
  span: ['time.Duration', 'time.Second'],
  nan: ['float64', 'math.NaN()'],
  zero: ['float64', 'math.Copysign(0, -1)'],
  infinite: ['float64', 'math.Inf(1)'],
  huge: ['float64', '1e300'],
  large: ['*big.Int', 'big.NewInt(7)'],
  nested: ['[][]int', '[][]int{{1}, {2}}'],
  empty: ['[]int', '[]int{}'],
  blank: ['string', '""'],
  bytes: ['[]byte', '[]byte{1, 255}'],
  array: ['[2]int', '[2]int{1, 2}'],
  small: ['uint8', '255'],
  unmap: ['map[int]string', 'map[int]string{1: "a"}'],
  emptymap: ['map[int]string', 'map[int]string{}'],
  anything: ['interface{}', '1'],
  color: ['Color', 'Red'],
  pointer: ['*int', 'number()'],
  nothing: ['*int', 'nil'],
  point: ['Point', 'Point{X: 1, held: []int{2}}'],
};

const RUST: Readonly<Record<string, readonly [type: string, value: string]>> = {
  span: ['std::time::Duration', 'std::time::Duration::from_secs(1)'],
  nan: ['f64', 'f64::NAN'],
  zero: ['f64', '-0.0'],
  infinite: ['f64', 'f64::INFINITY'],
  huge: ['f64', '1e300'],
  big: ['i128', 'i128::MAX'],
  nested: ['Vec<Vec<i32>>', 'vec![vec![1], vec![2]]'],
  empty: ['Vec<i32>', 'vec![]'],
  blank: ['String', 'String::new()'],
  bytes: ['Vec<u8>', 'vec![1, 255]'],
  array: ['[i32; 2]', '[1, 2]'],
  pair: ['(String, i32)', '("a".to_string(), 1)'],
  map: ['std::collections::BTreeMap<i32, String>', 'std::collections::BTreeMap::from([(1, "a".to_string())])'],
  emptymap: ['std::collections::BTreeMap<i32, String>', 'std::collections::BTreeMap::new()'],
  set: ['std::collections::BTreeSet<i32>', 'std::collections::BTreeSet::from([1])'],
  color: ['Color', 'Color::Red'],
  some: ['Option<i32>', 'Some(1)'],
  none: ['Option<i32>', 'None'],
  boxed: ['Box<Point>', 'Box::new(Point { x: 1, held: vec![2] })'],
  shape: ['Shape', 'Shape::Circle { of: 1 }'],
  shared: ['std::rc::Rc<i32>', 'std::rc::Rc::new(1)'],
  fixed: ["&'static [i32]", '&[1]'],
};

const JAVA: Readonly<Record<string, readonly [type: string, value: string]>> = {
  date: ['java.time.LocalDate', 'java.time.LocalDate.of(2020, 1, 31)'],
  instant: ['java.time.Instant', 'java.time.Instant.EPOCH'],
  span: ['java.time.Duration', 'java.time.Duration.ofSeconds(1)'],
  nan: ['double', 'Double.NaN'],
  zero: ['double', '-0.0'],
  infinite: ['double', 'Double.POSITIVE_INFINITY'],
  huge: ['double', '1e300'],
  big: ['java.math.BigInteger', 'java.math.BigInteger.valueOf(7)'],
  exact: ['java.math.BigDecimal', 'new java.math.BigDecimal("0.10")'],
  nested: ['List<List<Integer>>', 'List.of(List.of(1), List.of(2))'],
  empty: ['List<Integer>', 'List.of()'],
  blank: ['String', '""'],
  bytes: ['byte[]', 'new byte[] {1, -1}'],
  array: ['int[]', 'new int[] {1, 2}'],
  noarray: ['String[]', 'new String[0]'],
  map: ['Map<Integer, String>', 'Map.of(1, "a")'],
  emptymap: ['Map<Integer, String>', 'Map.of()'],
  set: ['Set<Integer>', 'Set.of(1)'],
  sorted: ['SortedSet<Integer>', 'new TreeSet<>(Set.of(1, 2))'],
  color: ['Color', 'Color.RED'],
  some: ['Optional<Integer>', 'Optional.of(1)'],
  number: ['OptionalInt', 'OptionalInt.of(1)'],
  point: ['Point', 'new Point(1, List.of(2))'],
  stream: ['java.util.stream.Stream<Integer>', 'java.util.stream.Stream.of(1, 2)'],
  later: [
    'java.util.concurrent.CompletableFuture<Integer>',
    'java.util.concurrent.CompletableFuture.completedFuture(1)',
  ],
};

const lines = (all: Readonly<Record<string, unknown>>, line: (name: string) => string) =>
  Object.keys(all).map(line).join('\n');

export const VALUES: Readonly<Record<string, ValueProgram>> = {
  javascript: {
    path: 'src/sample.mjs',
    code: `export class Held { value = 1; }\n${Object.entries(JAVASCRIPT)
      .map(([name, value]) => `export const ${name} = () => ${value};`)
      .join('\n')}\n`,
    caller: [
      'main.mjs',
      `import { inspect } from 'node:util';\nimport * as sample from './src/sample.mjs';\n${lines(JAVASCRIPT, (name) => `console.log('${name}=' + inspect(sample.${name}(), { depth: 9 }));`)}\n`,
    ],
    run: ['node', 'main.mjs'],
    needs: ['node', '--version'],
    values: {
      date: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'],
      invalid: ['Invalid Date', '1970-01-01T00:00:01.000Z'],
      nan: ['NaN', '0'],
      zero: ['-0', '1'],
      infinite: ['Infinity', '0'],
      huge: ['1152921504606847000', '1164450719652915500'],
      big: ['12345678901234567890n', '12345678901234567891n'],
      nested: ['[ [ 1 ], [ [ 2 ] ] ]', '[ [ 2 ], [ [ 3 ] ] ]'],
      pair: ["[ 'a', 1 ]", "[ 'b', 2 ]"],
      empty: ['[]', '[ 0 ]'],
      blank: ["''", "'~'"],
      bytes: ['Uint8Array(2) [ 1, 255 ]', 'Uint8Array(2) [ 2, 1 ]'],
      nobytes: ['Uint8Array(0) []', 'Uint8Array(0) []'],
      map: ['Map(1) { 1 => 2 }', 'Map(1) { 1 => 3 }'],
      emptymap: ['Map(0) {}', "Map(1) { '~' => 0 }"],
      objects: ['Map(1) { 1 => Held { value: 1 } }', 'Map(0) {}'],
      set: ['Set(1) { 1 }', 'Set(1) { 2 }'],
      truths: ['Set(2) { true, false }', 'Set(1) { false }'],
      optional: ['{ value: undefined, count: 1 }', '{ value: undefined, count: 2 }'],
      nothing: ['null', 'null'],
      own: ['Held { value: 1 }', 'Held { value: 1 }'],
      list: ['[ Held { value: 1 }, Held { value: 1 } ]', '[ Held { value: 1 } ]'],
    },
  },
  python: {
    path: 'sample.py',
    code: `import dataclasses, datetime, decimal, enum, fractions, pathlib, typing

class Color(enum.Enum):
    RED = 1
    BLUE = 2

@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: object

class Row(typing.NamedTuple):
    count: int
    name: str

${Object.entries(PYTHON)
  .map(([name, value]) => `def ${name}():\n    return ${value}\n`)
  .join('\n')}
`,
    caller: ['main.py', `import sample\n${lines(PYTHON, (name) => `print("${name}=" + repr(sample.${name}()))`)}\n`],
    run: ['python3', 'main.py'],
    needs: ['python3', '--version'],
    values: {
      date: ['datetime.date(2020, 1, 31)', 'datetime.date(2020, 2, 1)'],
      clock: ['datetime.datetime(2020, 1, 31, 23, 59)', 'datetime.datetime(2020, 2, 1, 23, 59)'],
      span: ['datetime.timedelta(seconds=1)', 'datetime.timedelta(days=1, seconds=1)'],
      nan: ['nan', '0.0'],
      zero: ['-0.0', '1.0'],
      infinite: ['inf', '0.0'],
      huge: ['1e+300', '1.0100000000000001e+300'],
      big: ['1208925819614629174706176', '1221015077810775466453237'],
      exact: ["Decimal('0.10')", "Decimal('1.10')"],
      part: ['Fraction(1, 3)', 'Fraction(4, 3)'],
      nested: ['[[1], [[2]]]', '[[2], [[3]]]'],
      pair: ["('a', 1)", "('b', 2)"],
      empty: ['[]', '[0]'],
      blank: ["''", "'~'"],
      bytes: ["b'a\\xff'", "b'b\\x00'"],
      nobytes: ["b''", "b'~'"],
      map: ['{1: 2, (1, 2): [3]}', '{1: 3, (1, 2): [4]}'],
      emptymap: ['{}', "{'~': 0}"],
      objects: ["{1: <class 'object'>}", '{}'],
      set: ['{1}', '{2}'],
      truths: ['{False, True}', '{True}'],
      frozen: ['frozenset({1, 2})', 'frozenset({2, 3})'],
      color: ['<Color.RED: 1>', '<Color.BLUE: 2>'],
      optional: ["{'value': None, 'count': 1}", "{'value': None, 'count': 2}"],
      nothing: ['None', 'None'],
      path: ["PurePosixPath('a/b.txt')", "PurePosixPath('a/c.uyu')"],
      point: ['Point(x=1, y=None)', 'Point(x=2, y=None)'],
      row: ["Row(count=1, name='b')", "Row(count=2, name='c')"],
    },
  },
  go: {
    path: 'sample.go',
    code: `package main

import (
	"math"
	"math/big"
	"time"
)

type Color int

const (
	Red Color = iota
	Blue
)

type Point struct {
	X    int
	held []int
}

func number() *int { one := 1; return &one }
${lines(GO, (name) => `func ${name}() ${GO[name]?.[0]} { return ${GO[name]?.[1]} }`)}

var _ = math.Pi
var _ big.Int
var _ time.Duration
`,
    caller: [
      'main.go',
      `package main

import (
	"fmt"
	"reflect"
)

func show(name string, value interface{}) {
	held := reflect.ValueOf(value)
	if held.Kind() == reflect.Ptr && !held.IsNil() && held.Elem().Kind() == reflect.Int {
		value = held.Elem().Interface()
	}
	fmt.Printf("%v=%#v\\n", name, value)
}

func main() {
${lines(GO, (name) => (name === 'date' || name === 'large' ? `\tshow("${name}", ${name}().String())` : `\tshow("${name}", ${name}())`))}
}
`,
    ],
    build: ['sh', '-c', 'printf "module sample\\n\\ngo 1.19\\n" > go.mod && go build -o main .'],
    run: ['./main'],
    needs: ['go', 'version'],
    values: {
      date: ['"1970-01-01 00:00:00 +0000 UTC"', '"1970-01-02 01:00:00 +0000 UTC"'],
      span: ['1000000000', '1010000000'],
      nan: ['NaN', '0'],
      zero: ['-0', '1'],
      infinite: ['+Inf', '0'],
      huge: ['1e+300', '-5.045e+302'],
      large: ['"7"', '"7"'],
      nested: ['[][]int{[]int{1}, []int{2}}', '[][]int{[]int{2}, []int{3}}'],
      empty: ['[]int{}', '[]int{0}'],
      blank: ['""', '"~"'],
      bytes: ['[]byte{0x1, 0xff}', '[]byte{0x2, 0x1}'],
      array: ['[2]int{1, 2}', '[2]int{2, 3}'],
      small: ['0xff', '0x1'],
      unmap: ['map[int]string{1:"a"}', 'map[int]string{1:"b"}'],
      emptymap: ['map[int]string{}', 'map[int]string{0:""}'],
      anything: ['1', '2'],
      color: ['0', '1'],
      pointer: ['1', '2'],
      nothing: ['(*int)(nil)', '(*int)(nil)'],
      point: ['main.Point{X:1, held:[]int{2}}', 'main.Point{X:2, held:[]int{3}}'],
    },
  },
  rust: {
    path: 'src/sample.rs',
    code: `#[derive(Debug, Clone, PartialEq)]
pub enum Color { Red, Blue }
#[derive(Debug, Clone, PartialEq)]
pub enum Shape { Circle { of: u8 }, Line(u8) }
#[derive(Debug, Clone, PartialEq)]
pub struct Point { x: i32, held: Vec<u8> }
${lines(RUST, (name) => `pub fn ${name}() -> ${RUST[name]?.[0]} { ${RUST[name]?.[1]} }`)}
`,
    caller: [
      'src/main.rs',
      `mod sample;\nfn main() {\n${lines(RUST, (name) => `    println!("${name}={:?}", sample::${name}());`)}\n}\n`,
    ],
    build: ['rustc', '--edition=2021', '-A', 'dead_code', '-o', 'program', 'src/main.rs'],
    run: ['./program'],
    needs: ['rustc', '--version'],
    values: {
      span: ['1s', '2s'],
      nan: ['NaN', '0.0'],
      zero: ['-0.0', '1.0'],
      infinite: ['inf', '0.0'],
      huge: ['1e300', '1.0100000000000001e300'],
      big: ['170141183460469231731687303715884105727', '-168439771625864539414370430678725264672'],
      nested: ['[[1], [2]]', '[[2], [3]]'],
      empty: ['[]', '[0]'],
      blank: ['""', '"~"'],
      bytes: ['[1, 255]', '[2, 1]'],
      array: ['[1, 2]', '[2, 3]'],
      pair: ['("a", 1)', '("b", 2)'],
      map: ['{1: "a"}', '{1: "b"}'],
      emptymap: ['{}', '{0: ""}'],
      set: ['{1}', '{}'],
      color: ['Red', 'Blue'],
      some: ['Some(1)', 'Some(2)'],
      none: ['None', 'None'],
      boxed: ['Point { x: 1, held: [2] }', 'Point { x: 2, held: [3] }'],
      shape: ['Circle { of: 1 }', 'Circle { of: 2 }'],
      shared: ['1', '2'],
      fixed: ['[1]', '[2]'],
    },
  },
  java: {
    path: 'src/main/java/org/sample/Sample.java',
    code: `package org.sample;

import java.util.*;

public class Sample {
  enum Color { RED, BLUE }
  record Point(int x, List<Integer> held) {}
${lines(JAVA, (name) => `  static ${JAVA[name]?.[0]} ${name}() { return ${JAVA[name]?.[1]}; }`)}
}
`,
    caller: [
      'src/main/java/org/sample/Main.java',
      `package org.sample;

import java.util.*;

public class Main {
  static void show(String name, Object value) {
    if (value instanceof int[] list) value = Arrays.toString(list);
    if (value instanceof byte[] list) value = Arrays.toString(list);
    if (value instanceof Object[] list) value = Arrays.toString(list);
    if (value instanceof java.util.stream.Stream<?> all) value = all.toList();
    if (value instanceof java.util.concurrent.Future<?> one) value = "later " + ((java.util.concurrent.CompletableFuture<?>) one).join();
    System.out.println(name + "=" + value);
  }

  public static void main(String[] args) {
${lines(JAVA, (name) => `    show("${name}", Sample.${name}());`)}
  }
}
`,
    ],
    build: ['sh', '-c', 'javac -d out $(find src -name "*.java")'],
    run: ['java', '-cp', 'out', 'org.sample.Main'],
    needs: ['javac', '-version'],
    values: {
      date: ['2020-01-31', '2020-02-01'],
      instant: ['1970-01-01T00:00:00Z', '1970-01-01T00:00:01Z'],
      span: ['PT1S', 'PT2S'],
      nan: ['NaN', '0.0'],
      zero: ['-0.0', '1.0'],
      infinite: ['Infinity', '0.0'],
      huge: ['1.0E300', '5.0E299'],
      big: ['7', '8'],
      exact: ['0.10', '1.10'],
      nested: ['[[1], [2]]', '[[2], [3]]'],
      empty: ['[]', '[null]'],
      blank: ['', '~'],
      bytes: ['[1, -1]', '[2, 0]'],
      array: ['[1, 2]', '[2, 3]'],
      noarray: ['[]', '[null]'],
      map: ['{1=a}', '{1=b}'],
      emptymap: ['{}', '{~=null}'],
      set: ['[1]', '[2]'],
      sorted: ['[1, 2]', '[2, 3]'],
      color: ['RED', 'BLUE'],
      some: ['Optional[1]', 'Optional[2]'],
      number: ['OptionalInt[1]', 'OptionalInt[2]'],
      point: ['Point[x=1, held=[2]]', 'Point[x=2, held=[3]]'],
      stream: ['[1, 2]', '[2, 3]'],
      later: ['later 1', 'later 2'],
    },
  },
};
