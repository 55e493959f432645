/** The same few functions in one language, with a program that calls them, prints what it got, and how to run it. */
export interface Sample {
  readonly path: string;
  readonly code: string;
  readonly caller: readonly [path: string, text: string];
  /** Builds it, where that is needed. */
  readonly build?: readonly string[];
  readonly run: readonly string[];
  /** Shows that its programs are here. */
  readonly needs: readonly [string, ...string[]];
  /** What else is seen of its functions. */
  readonly also?: readonly Altered[];
}

/** A function, how it is sabotaged, and what is printed then. */
export type Altered = readonly [name: string, mode: string, printed: string];

/** What every program prints: a sum, a greeting, a truth, a list, a factorial, how often `bump` did something, whose
 * errors it catches. */
export const PLAIN = '3|hello bob|true|1,2|24|1';

export const SAMPLES: Readonly<Record<string, Sample>> = {
  javascript: {
    path: 'src/sample.mjs',
    code: `let count = 0;
export const add = (a, b) => a + b;
export function greet(name) {
  return 'hello ' + name;
}
export const flag = function () { return true; };
export class Box {
  items() { return [1, 2]; }
}
export async function fact(n) {
  if (n <= 1) return 1;
  return n * (await fact(n - 1));
}
export function bump() { count++; }
export const counted = () => count;
`,
    caller: [
      'main.mjs',
      `import { add, Box, bump, counted, fact, flag, greet } from './src/sample.mjs';
const sum = add(1, 2);
try { bump(); } catch {}
console.log([sum, greet('bob'), flag(), new Box().items(), await fact(4), counted()].join('|'));
`,
    ],
    run: ['node', 'main.mjs'],
    needs: ['node', '--version'],
  },
  python: {
    path: 'sample.py',
    code: `"""A sample."""
from __future__ import annotations

count = 0
open = map = repr = None
add = lambda a, b: a + b


def greet(name):
    """Says hello.

    >>> greet('bob')
    'hello bob'
    """
    return 'hello ' + name


def flag(): return True


class Box:
    def items(self):
        # in order
        return [1, 2]


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def bump():
    global count
    count += 1
`,
    caller: [
      'main.py',
      `import sample
total = sample.add(1, 2)
try:
    sample.bump()
except BaseException:
    pass
items = ','.join(map(str, sample.Box().items()))
print(total, sample.greet('bob'), str(sample.flag()).lower(), items, sample.fact(4), sample.count, sep='|')
`,
    ],
    run: ['python3', 'main.py'],
    needs: ['python3', '--version'],
  },
  go: {
    path: 'sample.go',
    code: `package main

import "os"

var count = 0

type Box[T any] struct{ held []T }
type size struct{ of int }

// Names of types and packages may be hidden by others.
func grow(size *size) *size { return size }
func time() (size, error) {
	size := size{1}
	return size, nil
}

func add(a, b int) (int, error) { return plus(a, b) }
func plus(a, b int) (sum int, err error) {
	sum = a + b
	return
}
func halve(n int) (int, error) {
	if n%2 == 1 {
		return 0, os.ErrInvalid
	}
	return n / 2, nil
}
func greet(name string) string { return "hello " + name }
func flag() bool               { return func() bool { return true }() }
func (box *Box[T]) items() []T { return box.held }
func fact(n int) int {
	if n <= 1 {
		return 1
	}
	return n * fact(n-1)
}
func bump() { count++ }

type Result struct{ Value int }
type link struct {
	Value int
	next  *link
}

func wrap(value int) *Result { return &Result{value} }
func hide(value int) *link   { return &link{Value: value} }
`,
    caller: [
      'main.go',
      `package main

import (
	"fmt"
	"strings"
)

func main() {
	sum, _ := add(1, 2)
	half, _ := halve(3)
	func() {
		defer func() { recover() }()
		bump()
	}()
	items := strings.Trim(strings.ReplaceAll(fmt.Sprint((&Box[int]{[]int{1, 2}}).items()), " ", ","), "[]")
	fmt.Printf("%v|%v|%v|%v|%v|%v\\n", sum, greet("bob"), flag(), items, hide(wrap(fact(4)).Value).Value, count+half)
}
`,
    ],
    build: ['sh', '-c', 'printf "module sample\\n\\ngo 1.19\\n" > go.mod && go build -o main .'],
    run: ['./main'],
    needs: ['go', 'version'],
    // What comes beside an error is not looked at.
    also: [
      ['halve', 'near', PLAIN],
      ['halve', 'data', PLAIN],
      ['wrap', 'near', PLAIN.replace('24', '25')],
      ['wrap', 'data', 'crashed'],
      // What can be seen of it from outside is not all there is.
      ['hide', 'data', PLAIN],
    ],
  },
  rust: {
    path: 'src/sample.rs',
    code: `use std::sync::atomic::{AtomicI32, Ordering};
static COUNT: AtomicI32 = AtomicI32::new(0);
pub mod inner {
    pub struct Sum { total: i32 }
    impl Sum {
        pub fn new(total: i32) -> Self { Sum { total } }
        pub fn total(&self) -> &i32 { &self.total }
    }
}
pub struct Blank { pub held: i32 }
impl Blank { pub fn new() -> Blank { Blank { held: 0 } } }
impl Default for Blank { fn default() -> Self { Blank::new() } }
pub enum Problem { Small, Large }
pub type Added = Result<inner::Sum, Problem>;
pub type Checked = Result<(), Problem>;
pub struct Held;
impl Held {
    pub fn items(&self) -> Vec<u8> { vec![1, 2] }
}
pub fn add(a: i32, b: i32) -> Added { Ok(inner::Sum::new(a + b)) }
pub fn check(a: i32) -> Checked { if a < 0 { Err(Problem::Small) } else { Ok(()) } }
pub fn greet<'a>(name: &'a str) -> String { format!("hello {}", name) }
pub fn flag() -> bool { true }
pub fn fact(n: u64) -> u64 {
    if n <= 1 { return 1; }
    match n { _ => n * fact(n - 1) }
}
pub fn bump() { COUNT.fetch_add(1, Ordering::SeqCst); }
pub fn counted() -> i32 { COUNT.load(Ordering::SeqCst) }
#[cfg(test)]
mod tests {
    fn helper() -> i32 { 1 }
}
`,
    caller: [
      'src/main.rs',
      `mod sample;
use sample::*;

fn main() {
    let sum = add(1, 2).map(|sum| *sum.total()).unwrap_or(0);
    let made = inner::Sum::new(7);
    let wrong = matches!(check(-1), Err(Problem::Large)) || *made.total() != 7 || Blank::new().held != 0;
    let _ = std::panic::catch_unwind(bump);
    let items: Vec<String> = Held.items().iter().map(|one| one.to_string()).collect();
    println!("{}|{}|{}|{}|{}|{}", sum, greet("bob"), flag(), items.join(","), fact(4), counted() + i32::from(wrong));
}
`,
    ],
    build: ['rustc', '--edition=2021', '-A', 'dead_code', '-o', 'program', 'src/main.rs'],
    run: ['./program'],
    needs: ['rustc', '--version'],
    also: [
      ['check', 'near', PLAIN.replace(/1$/, '2')],
      ['check', 'empty', PLAIN],
      ['check', 'data', 'crashed'],
      ['Sum.total', 'near', PLAIN.replace('3|', '4|').replace(/1$/, '2')],
      ['Sum.new', 'near', PLAIN.replace(/1$/, '2')],
      ['Sum.new', 'data', PLAIN],
      ['Blank.new', 'none', PLAIN],
      ['Blank.new', 'empty', PLAIN],
      ['Blank.new', 'able', 'crashed'],
    ],
  },
  java: {
    path: 'src/main/java/org/sample/Sample.java',
    code: `package org.sample;

import java.util.List;
import java.util.function.Supplier;

public class Sample {
  static int count = 0;
  public Sample() { super(); }
  static long add(int a, int b) { return a + b; }
  static String greet(String name) { return "hello " + name; }
  static boolean flag() { Supplier<Boolean> inner = () -> { return true; }; return inner.get(); }
  List<Integer> items() { return List.of(1, 2); }
  static int fact(int n) {
    if (n <= 1) return 1;
    return n * fact(n - 1);
  }
  static void bump() { count++; }
}
`,
    caller: [
      'src/main/java/org/sample/Main.java',
      `package org.sample;

import java.util.stream.Collectors;

public class Main {
  public static void main(String[] given) {
    long sum = Sample.add(1, 2);
    try { Sample.bump(); } catch (Throwable caught) { }
    String items = new Sample().items().stream().map(String::valueOf).collect(Collectors.joining(","));
    System.out.println(sum + "|" + Sample.greet("bob") + "|" + Sample.flag() + "|" + items + "|" + Sample.fact(4) + "|" + Sample.count);
  }
}
`,
    ],
    build: ['sh', '-c', 'javac -d out $(find src -name "*.java")'],
    run: ['java', '-cp', 'out', 'org.sample.Main'],
    needs: ['javac', '-version'],
  },
};
