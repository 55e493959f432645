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
    expect(texts('A.java', 'class A { boolean open = true; }')).toContain('class A { boolean open = false; }');
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
