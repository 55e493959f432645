import { describe, expect, test } from 'vitest';
import { mutantsOf as mutantsIn } from '../../src/code/mutants.ts';
import { sampleSource } from '../../src/testing/sample-source.ts';

function mutantsOf(path: string, text: string, lines: readonly number[]) {
  return mutantsIn(sampleSource(path, text), lines);
}

const texts = (path: string, code: string) => mutantsOf(path, code, [1]).map(({ text }) => text);

describe('mutants', () => {
  test('make a returned value another one', () => {
    expect(texts('stack.ts', 'return this.items.length;')).toContain('return undefined;');
    expect(texts('stack.py', 'return self.items[-1]')).toContain('return None');
  });

  test('turn a comparison round', () => {
    expect(texts('stack.go', 'func f() { if n == 0 { } }')).toContain('func f() { if n != 0 { } }');
    expect(texts('stack.ts', 'if (n <= 1) stop();')).toContain('if (n > 1) stop();');
  });

  test('change numbers, words and truth', () => {
    expect(texts('a.rs', 'fn f() { let limit = 10; }')).toContain('fn f() { let limit = 11; }');
    expect(texts('a.js', "const name = 'fizz';")).toContain("const name = 'fizz~';");
    expect(texts('a.py', "exec('x = 19')")).toContain("exec('x = 20')");
    expect(texts('A.java', 'class A { boolean open = true; }')).toContain('class A { boolean open = false; }');
  });

  test.each([
    ['a.ts', 'export const RATES = { food: 0.07, all: 19 };', ['food: 1.07', 'all: 20']],
    ['a.ts', "enum Color { Red = 'red', Blue = 2 }", ["Red = 'red~'", 'Blue = 3']],
    ['a.ts', 'const PLANS = new Map([["free", 1_000]]) as const;', ['"free~"', '1001']],
    ['a.js', 'const GREETING = `hello`;', ['`hello~`']],
    ['a.js', "const NONE = '';", ["'~'"]],
    ['a.py', 'RATES = {"food": 0.07, "all": 19}', ['1.07', '20', '"food~"']],
    ['a.py', "NAMES = ('a', f'{x}', b'c')", ["'a~'", "f'{x}~'", "b'c~'"]],
    ['a.py', 'OPEN = not True', ['not False']],
    ['a.go', 'const Limit, Rate = 10, 0.5', ['11', '1.5']],
    ['a.go', "var names = map[string]rune{\"a\": 'b', `c`: 'x'}", ['"a~"', "'x', ", '`c~`', "'y'"]],
    ['a.rs', 'pub const LIMITS: [u32; 2] = [1_000u32, 7];', ['[1001u32', ', 8]']],
    ['a.rs', 'static NAME: (&str, char, f64) = ("a", \'b\', 0.5);', ['"a~"', "'x'", '1.5']],
    ['a.rs', 'const RAW: &str = r#"a"#;', ['r#"a~"#']],
    ['A.java', 'class A { static final long LIMIT = 10L; }', ['11L']],
    ['A.java', "class A { static final double RATE = 0.5; char c = 'b'; }", ['1.5', "'x'"]],
    ['A.java', 'class A { static final Map<String, Integer> ALL = Map.of("a", 1); }', ['"a~"', ', 2)']],
    ['A.java', 'enum A { RED(1, "red"); }', ['(2,', '"red~"']],
  ])('change constants and tables: %s: %s', (path, code, changed) => {
    for (const one of changed) expect(texts(path, code)).toContainEqual(expect.stringContaining(one));
  });

  test.each([
    ['rates.json', '{ "all": 19, "names": ["a", true] }', ['20', '"a~"', 'false']],
    ['rates.yaml', '- name: food', ['food~']],
    ['rates.yml', 'rate: 0.07', ['1.07']],
    ['rates.toml', 'limit = -3', ['-2']],
    ['rates.csv', 'food,7,"a b"', ['8', '"a b~"']],
  ])('change data: %s', (path, text, changed) => {
    for (const one of changed) {
      expect(mutantsIn({ path, text }, [1]).map((mutant) => mutant.text)).toContainEqual(expect.stringContaining(one));
    }
    const keys = mutantsIn({ path, text }, [1]).filter((mutant) => /(?:all|names|name|rate|limit)~/.test(mutant.text));
    expect(keys).toEqual([]);
  });

  test('leave comments of data, and files that are no data, alone', () => {
    expect(mutantsIn({ path: 'a.yaml', text: '# limit: 3' }, [1])).toEqual([]);
    expect(mutantsIn({ path: 'notes.txt', text: 'limit: 3' }, [1])).toEqual([]);
  });

  test('leave numbers that are written in another way, and the names of modules, alone', () => {
    expect(texts('a.js', 'const mask = 0xff;')).toEqual([]);
    expect(texts('a.js', "const fs = require('node:fs');")).toEqual([]);
    expect(texts('a.go', 'import "fmt"')).toEqual([]);
  });

  test('touch only the lines asked for, one thing at a time', () => {
    const code = 'const a = 1;\nconst b = 2;\n';
    expect(mutantsOf('a.ts', code, [2])).toEqual([
      { path: 'a.ts', line: 2, what: '2 became 3', text: 'const a = 1;\nconst b = 3;\n' },
    ]);
  });

  test('leave comments, documentation, types, imports and logging alone', () => {
    for (const line of ['// return 1', "import { a } from './a.js';", 'type A = 1;', 'console.log(1 + 2);', '']) {
      expect(mutantsOf('a.ts', line, [1])).toEqual([]);
    }
    expect(mutantsOf('a.py', 'def f():\n    "says 1"\n', [2])).toEqual([]);
  });

  test('leave statements out', () => {
    expect(texts('a.ts', 'list.push(item);')).toContain(';');
    expect(texts('a.py', 'items.append(item)')).toContain('pass');
  });

  test('are none for a language that cannot be told', () => {
    expect(mutantsOf('notes.txt', 'return 1', [1])).toEqual([]);
  });

  test('are none for a line that does not exist', () => {
    expect(mutantsOf('a.ts', 'return 1;', [7])).toEqual([]);
  });
});
