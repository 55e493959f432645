import type { SwitchMode } from '../../src/code/switches.ts';
import type { Program } from './switched-program.ts';

/** Functions that do something in place of returning it, in one language, and what is seen of that from outside. */
export interface EffectProgram extends Program {
  /** Shows that its programs are here. */
  readonly needs: readonly [string, ...string[]];
  /** What it prints if nothing is sabotaged. */
  readonly plain: string;
  /** A function, how it is sabotaged, and what is printed then. */
  readonly rows: readonly (readonly [name: string, mode: SwitchMode, printed: string])[];
  /** What is recorded of how calls of a function end. */
  readonly ends?: readonly (readonly [name: string, given: RegExp, end: RegExp])[];
}

const PLAIN = '2 4|5|7 milk|refused must be positive|language';
const put = (part: number, text: string) => PLAIN.split('|').with(part, text).join('|');

/** What every language has in common. */
const COMMON: EffectProgram['rows'] = [
  ['each', 'effect', put(0, '3 5')],
  ['each', 'acted', 'crashed'],
  ['each', 'none', PLAIN],
  ['restock', 'effect', put(1, '6')],
  ['restock', 'acted', 'crashed'],
  ['add', 'effect', put(2, '8 njml njml')],
  ['add', 'acted', 'crashed'],
  ['check', 'message', put(3, 'refused nvtu cf qptjujwf')],
  ['check', 'kind', put(3, 'other must be positive')],
];

/** Functions of which nothing can be seen, changed or said otherwise: what is altered of them is nothing. */
const NOTHING: EffectProgram['rows'] = [
  ['ring', 'effect', PLAIN],
  ['ring', 'acted', PLAIN],
  ['look', 'effect', PLAIN],
  ['look', 'acted', PLAIN],
  ['keep', 'effect', PLAIN],
  ['keep', 'acted', PLAIN],
  ['check', 'effect', PLAIN],
  ['check', 'acted', PLAIN],
  ['parse', 'message', PLAIN],
  ['parse', 'kind', PLAIN],
  ['each', 'message', PLAIN],
  ['restock', 'kind', PLAIN],
];

const RUST = 'true|Err("no value")|Err(Negative)|Err("invalid digit found in string") Ok(8) true|Err(opaque)';

export const EFFECTS: Readonly<Record<string, EffectProgram>> = {
  javascript: {
    path: 'src/sample.mjs',
    code: `export function each(list, tell) {
  for (const one of list) tell(one * 2);
}
export const restock = (stock, more) => { stock.milk += more; };
export class Cart {
  total = 0;
  names = [];
  #seen = 0;
  add(name, price) {
    this.total += price;
    this.names.push(name);
  }
  keep() { this.#seen++; }
}
export const check = (n) => {
  if (n < 0) throw new RangeError('must be positive');
};
export const parse = (text) => text.length.of;
export function ring(bell) { bell(); }
export function look(list) { let sum = 0; for (const one of list) sum += one; Math.max(sum); }
export function* counted() { try { yield 1; } finally { void 0; } }
export async function later(list) { await null; list.push(1); }
export const fill = async (list) => { await null; list.push(await list.length); };
export const wait = async (n) => { await null; throw new RangeError('too late: ' + n); };
export const pushed = (list, one) => list.push(one);
`,
    caller: [
      'main.mjs',
      `import { Cart, check, counted, each, fill, later, look, parse, pushed, restock, ring, wait } from './src/sample.mjs';
const told = [];
each([1, 2], (one) => told.push(one));
const stock = { milk: 1 };
restock(stock, 4);
const cart = new Cart();
cart.add('milk', 7);
cart.keep();
ring(() => {});
look([1, 2]);
const tried = (call, name) => {
  try { call(); return 'nothing'; } catch (error) { return (error.constructor.name === name ? (name === 'TypeError' ? 'language' : 'refused ') : 'other ') + (name === 'TypeError' ? '' : error.message); }
};
const late = [...counted()];
await later(late);
await fill(late);
pushed(late, 4);
await wait(3).catch((error) => late.push(error.message));
const rest = late.join() === '1,1,2,4,too late: 3' ? [] : [late.join()];
console.log([told.join(' '), stock.milk, [cart.total, ...cart.names].join(' '), tried(() => check(-1), 'RangeError'), tried(() => parse(undefined), 'TypeError'), ...rest].join('|'));
`,
    ],
    run: ['node', 'main.mjs'],
    needs: ['node', '--version'],
    plain: PLAIN,
    rows: [
      ...COMMON,
      ...NOTHING,
      ['later', 'effect', `${PLAIN}|1,2,2,4,too late: 3`],
      ['fill', 'effect', `${PLAIN}|1,1,3,4,too late: 3`],
      ['pushed', 'effect', `${PLAIN}|1,1,2,5,too late: 3`],
      ['pushed', 'empty', `${PLAIN}|1,1,2,too late: 3`],
      ['wait', 'message', `${PLAIN}|1,1,2,4,upp mbuf: 4`],
      ['counted', 'acted', PLAIN],
    ],
    ends: [
      ['check', /^\[-1\]$/, /^the error RangeError: must be positive$/],
      ['parse', /^\[undefined\]$/, /^an error$/],
      ['wait', /^\[3\]$/, /^the error RangeError: too late: 3$/],
      ['restock', /^\[\{milk: 1\}, 4\]$/, /^left \[\{milk: 5\}, 4\]$/],
    ],
  },
  python: {
    path: 'sample.py',
    code: `def each(items, tell):
    """Doubles.

    All of them.
    """
    for one in items:
        tell(one * 2)


def restock(stock, more):
    text = """
  kept as it is
"""
    assert text == "\\n  kept as it is\\n"
    stock["milk"] += more


class Cart:
    def __init__(self):
        self.total = 0
        self.names = []
        self.seen = [0]

    def add(self, name, price):
        def count():
            # what is inside is moved twice
            more = price

            return more
        self.total += count()
        self.names.append(
name)

    def keep(self):
        return len(self.seen)


def check(n):
	if n < 0:
		raise ValueError("must be positive")


def parse(text): return text.nothing


def ring(bell):
    bell()


def look(items):
    sum(items)


async def later(items):
    items.append(1)


def counted(items):
    for one in items:
        yield one
    items.clear()


def parsed(text):
    return int(text)
`,
    caller: [
      'main.py',
      `import asyncio
from sample import Cart, check, counted, each, later, look, parse, parsed, restock, ring

told = []
each([1, 2], told.append)
stock = {"milk": 1}
restock(stock, 4)
cart = Cart()
cart.add("milk", 7)
cart.keep()
ring(lambda: None)
look([1, 2])
late = []
asyncio.run(later(late))
got = list(counted(late))


def tried(call, kind):
    try:
        call()
        return "nothing"
    except Exception as error:
        return ("language" if kind is AttributeError else f"refused {error}") if type(error) is kind else f"other {error}"


def number(text):
    try:
        parsed(text)
    except ValueError as error:
        return str(error)


rest = [] if [got, late, number("x")] == [[1], [], "invalid literal for int() with base 10: 'x'"] else [str(got)]
print(*[" ".join(map(str, told)), stock["milk"], " ".join([str(cart.total), *cart.names]), tried(lambda: check(-1), ValueError), tried(lambda: parse(1), AttributeError), *rest], sep="|")
`,
    ],
    run: ['python3', 'main.py'],
    needs: ['python3', '--version'],
    plain: PLAIN,
    rows: [
      ...COMMON,
      ...NOTHING,
      ['later', 'effect', `${PLAIN}|[2]`],
      ['counted', 'effect', `${PLAIN}|[1]`],
      ['parsed', 'message', PLAIN],
    ],
    ends: [
      ['check', /^\[-1\]$/, /^the error ValueError\('must be positive'\)$/],
      ['parsed', /^\['x'\]$/, /^an error$/],
      ['restock', /^\[\{'milk': 1\}, 4\]$/, /^left \[\{'milk': 5\}, 4\]$/],
    ],
  },
  go: {
    path: 'sample.go',
    code: `package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

var errNegative = errors.New("must be positive")

func each(list []int, tell func(int)) {
	for _, one := range list {
		tell(one * 2)
	}
}

func restock(stock map[string]int, more int) { stock["milk"] += more }

type Cart[T any] struct {
	lock  sync.Mutex
	total int
	names []string
	last  T
	seen  map[string]*Cart[T]
}

func (cart *Cart[T]) see(name string) { cart.seen[name] = cart }

func (cart *Cart[T]) add(name string, price int) {
	cart.lock.Lock()
	defer cart.lock.Unlock()
	cart.total += price
	cart.names = append(cart.names, name)
}

func (cart *Cart[T]) keep() int { return cart.total }

func check(n int) error {
	if n < 0 {
		return errNegative
	}
	return nil
}

func parse(list []int) int { return list[1] }

func ring(bell func()) { bell() }

func look(list []int, text *strings.Builder) {
	list = append(list, len(list))
	text.WriteString("seen")
}

func double(list []int) {
	for at := range list {
		list[at] *= 2
	}
}

func number(text string) (int, error) { return strconv.Atoi(text) }

func wrapped(n int) (found int, err error) {
	if err = check(n); err != nil {
		err = fmt.Errorf("at %d: %w", n, err)
		return
	}
	return n + 1, nil
}
`,
    caller: [
      'main.go',
      `package main

import (
	"errors"
	"fmt"
	"strings"
)

func language() (text string) {
	defer func() {
		recover()
		text = "language"
	}()
	parse([]int{1})
	return "nothing"
}

func main() {
	told := []string{}
	each([]int{1, 2}, func(one int) { told = append(told, fmt.Sprint(one)) })
	stock := map[string]int{"milk": 1}
	restock(stock, 4)
	cart := &Cart[bool]{}
	cart.add("milk", 7)
	cart.keep()
	ring(func() {})
	look([]int{1, 2}, &strings.Builder{})
	err := check(-1)
	kind := "refused"
	if !errors.Is(err, errNegative) {
		kind = "other"
	}
	rest := ""
	list := []int{1, 2}
	double(list)
	_, wrong := wrapped(-2)
	right, none := wrapped(2)
	shelf := &Cart[bool]{seen: map[string]*Cart[bool]{}}
	shelf.see("a")
	if len(shelf.seen) != 1 {
		rest = "|seen"
	}
	if text := fmt.Sprint(list, wrong, right, none); text != "[2 4] at -2: must be positive 3 <nil>" {
		rest += "|" + text
	}
	if _, err := number("x"); err.Error() != "strconv.Atoi: parsing \\"x\\": invalid syntax" {
		rest += "|" + err.Error()
	}
	fmt.Printf("%v|%v|%v %v|%v %v|%v%v\\n", strings.Join(told, " "), stock["milk"], cart.total, strings.Join(cart.names, " "), kind, err, language(), rest)
}
`,
    ],
    build: ['sh', '-c', 'printf "module sample\\n\\ngo 1.19\\n" > go.mod && go vet . && go build -o main .'],
    run: ['./main'],
    needs: ['go', 'version'],
    plain: PLAIN,
    rows: [
      ...COMMON,
      ...NOTHING,
      ['double', 'effect', `${PLAIN}|[3 5] at -2: must be positive 3 <nil>`],
      ['double', 'acted', 'crashed'],
      ['wrapped', 'message', `${PLAIN}|[2 4] bu -3: nvtu cf qptjujwf 3 <nil>`],
      ['wrapped', 'effect', PLAIN],
      ['see', 'effect', `${PLAIN}|seen`],
      ['number', 'message', `${PLAIN}|tusdpow.Bupj: qbstjoh "y": jowbmje tzouby`],
    ],
    ends: [
      ['check', /^-1$/, /^the error must be positive$/],
      ['number', /^x$/, /^an error$/],
      ['wrapped', /^2$/, /^3$/],
      ['wrapped', /^-2$/, /^the error at -2: must be positive$/],
    ],
  },
  java: {
    path: 'src/main/java/org/sample/Sample.java',
    code: `package org.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

public class Sample {
  private final List<String> names;
  final Map<String, Object> seen = new java.util.HashMap<>();
  int total;

  public Sample(int total) {
    if (total < 0) throw new IllegalArgumentException("negative");
    this.names = new ArrayList<>();
    this.total = total;
  }

  static void each(List<Integer> list, Consumer<Integer> tell) {
    for (int one : list) tell.accept(one * 2);
  }

  static void restock(Map<String, Integer> stock, int more) { stock.merge("milk", more, Integer::sum); }

  void add(String name, int price) {
    total += price;
    names.add(name);
  }

  int keep() { return total; }

  void see(String name) { seen.put(name, this); }

  List<String> names() { return names; }

  static void check(int n) throws java.io.IOException {
    if (n < 0) throw new java.io.IOException("must be positive");
  }

  static void parse(String text) { text.length(); }

  static void ring(Runnable bell) { bell.run(); }

  static void look(List<Integer> list, final StringBuilder text) {
    int sum = 0;
    for (int one : list) sum += one;
    text.append(sum);
  }

  static void doubled(int[] list) { for (int at = 0; at < list.length; at++) list[at] *= 2; }

  static int number(String text) { return Integer.parseInt(text); }

  static void later(List<Integer> list, Consumer<Integer> tell) {
    Runnable inner = () -> tell.accept(list.size());
    inner.run();
  }
}
`,
    caller: [
      'src/main/java/org/sample/Main.java',
      `package org.sample;

import java.util.*;

public class Main {
  interface Call { void run() throws Exception; }

  static String tried(Call call, Class<?> type) {
    try {
      call.run();
      return "nothing";
    } catch (Throwable thrown) {
      if (type == NullPointerException.class && thrown.getClass() == type) return "language";
      return (thrown.getClass() == type ? "refused " : "other ") + thrown.getMessage();
    }
  }

  public static void main(String[] args) throws Exception {
    List<String> told = new ArrayList<>();
    Sample.each(List.of(1, 2), one -> told.add(String.valueOf(one)));
    Map<String, Integer> stock = new HashMap<>(Map.of("milk", 1));
    Sample.restock(stock, 4);
    Sample cart = new Sample(0);
    cart.add("milk", 7);
    cart.keep();
    Sample.ring(() -> {});
    Sample.look(List.of(1, 2), new StringBuilder());
    int[] list = {1, 2};
    Sample.doubled(list);
    Sample.later(new ArrayList<>(), one -> {});
    String rest = Arrays.toString(list) + tried(() -> Sample.number("x"), NumberFormatException.class) + tried(() -> new Sample(-1), IllegalArgumentException.class);
    Sample shelf = new Sample(0);
    shelf.see("a");
    if (shelf.seen.size() != 1) rest += "seen";
    String wanted = "[2, 4]refused For input string: \\"x\\"refused negative";
    System.out.println(String.join(" ", told) + "|" + stock.get("milk") + "|" + cart.keep() + " " + String.join(" ", cart.names()) + "|" + tried(() -> Sample.check(-1), java.io.IOException.class) + "|" + tried(() -> Sample.parse(null), NullPointerException.class) + (rest.equals(wanted) ? "" : "|" + rest));
  }
}
`,
    ],
    build: ['sh', '-c', 'javac -Werror -Xlint:all,-cast -d out $(find src -name "*.java")'],
    run: ['java', '-cp', 'out', 'org.sample.Main'],
    needs: ['javac', '-version'],
    plain: PLAIN,
    rows: [
      ...COMMON,
      ...NOTHING,
      ['doubled', 'effect', `${PLAIN}|[3, 5]refused For input string: "x"refused negative`],
      ['doubled', 'acted', 'crashed'],
      ['number', 'message', PLAIN],
      ['later', 'acted', PLAIN],
      ['constructor', 'message', `${PLAIN}|[2, 4]refused For input string: "x"refused ofhbujwf`],
      ['constructor', 'effect', PLAIN],
      ['see', 'effect', `${PLAIN}|[2, 4]refused For input string: "x"refused negativeseen`],
    ],
    ends: [
      ['Sample.check', /^\[-1\]$/, /^the error \[java\.io\.IOException: must be positive\]$/],
      ['Sample.number', /^\[x\]$/, /^an error$/],
    ],
  },
  rust: {
    path: 'src/sample.rs',
    code: `use std::error::Error;

#[derive(Debug, Clone, PartialEq)]
pub enum Problem { Negative, Large }

pub struct Opaque;
impl std::fmt::Debug for Opaque {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { out.write_str("opaque") }
}

pub fn split(text: &str) -> Result<(String, i32), String> {
    let (key, value) = text.split_once('=').ok_or("no value")?;
    let value = value.parse().map_err(|_| "no number".to_string())?;
    Ok((key.to_string(), value))
}

pub fn check(mut n: i32) -> Result<(), Problem> {
    n += 0;
    if n < 0 { return Err(Problem::Negative); }
    if n > 100 { Err(Problem::Large) } else { Ok(()) }
}

pub fn number(text: &str) -> Result<i32, Box<dyn Error>> {
    let found: i32 = text.parse()?;
    Ok(found)
}

pub struct Cart { pub total: i32 }
impl Cart {
    pub fn add(&mut self, price: &str) -> Result<i32, String> {
        self.total += split(price)?.1;
        Ok(self.total)
    }
}

pub fn open(is_open: bool) -> Result<(), Opaque> { if is_open { Ok(()) } else { Err(Opaque) } }
`,
    caller: [
      'src/main.rs',
      `mod sample;
use sample::*;

fn main() {
    let mut cart = Cart { total: 1 };
    let added = cart.add("milk=7");
    println!("{:?}|{:?}|{:?}|{:?} {:?} {}|{:?}", split("a=1").is_ok(), split("a"), check(-1), number("x").map_err(|one| one.to_string()), added, cart.add("a").is_err(), open(false));
}
`,
    ],
    build: ['rustc', '--edition=2021', '-A', 'dead_code', '-o', 'program', 'src/main.rs'],
    run: ['./program'],
    needs: ['rustc', '--version'],
    plain: RUST,
    rows: [
      ['split', 'message', RUST.replace('no value', 'op wbmvf')],
      ['split', 'near', RUST.replace('no value', 'op wbmvf')],
      ['check', 'message', RUST.replace('Negative', 'Large')],
      ['number', 'message', RUST.replace('invalid digit found in string', 'jowbmje ejhju gpvoe jo tusjoh')],
      ['add', 'message', RUST],
      ['open', 'message', RUST],
      ['split', 'effect', RUST],
      ['check', 'acted', RUST],
      ['split', 'kind', RUST],
    ],
    ends: [
      ['split', /^"a"$/, /^the error "no value"$/],
      ['check', /^-1$/, /^the error Negative$/],
      ['open', /^false$/, /^the error opaque$/],
    ],
  },
};
