import { describe, expect, it } from 'vitest';
import { canonicalWords } from './canonical.ts';
import { languageOf } from './language.ts';
import { reachOf } from './reach.ts';

const KNOWN = new Set(['Stack', 'shared']);
const reach = (path: string, text: string) =>
  reachOf(canonicalWords(path, text) ?? [], languageOf(path) ?? 'js', (name) => KNOWN.has(name));

describe('code beside tests reaches into them by', () => {
  it.each([
    ['a.ts', "vi.spyOn(Stack, 'size')", 'spyOn'],
    ['a.ts', 'Stack.prototype.size = 1', 'prototype'],
    ['a.ts', 'shared = 1', 'shared'],
    ['a.ts', 'shared.limit[0] = 1', 'shared'],
    ['a.ts', 'beforeEach(() => { shared = make() })', 'shared'],
    ['a.ts', "const spy = jest.spyOn(console, 'log')", 'spyOn'],
    ['a.ts', "describe('a', () => { Object.assign(Stack, {}) })", 'Object'],
    ['a.ts', "await import('./soft.js')", './soft.js'],
    ['a.ts', "require('./soft.js')", './soft.js'],
    ['a.ts', 'const x = (() => { Stack.prototype.size = 1 })()', 'prototype'],
    ['a.ts', "const x = function () { vi.spyOn(Stack, 'a') }()", 'spyOn'],
    ['a.ts', "const x = [1].map(() => vi.spyOn(Stack, 'a'))", 'spyOn'],
    ['a.ts', 'class A { static { Stack.prototype.size = 1 } }', 'prototype'],
    ['a.ts', 'namespace A { Stack.limit = 1 }', 'Stack'],
    ['a.py', 'class A:\n    Stack.size = 1\n', 'Stack'],
    ['a.py', 'pytestmark = skip\n', 'pytestmark'],
    ['a.py', 'def pytest_configure(config):\n    pass\n', 'pytest_configure'],
    ['a.py', 'Stack.size = 1\n', 'Stack'],
    ['a.py', 'def setup_module():\n    Stack.size = 1\n', 'Stack'],
    ['a.py', 'patch.object(Stack, "size").start()\n', 'patch'],
    ['a.go', 'func init() {\n\tx()\n}\n', 'init'],
    ['A.java', '@BeforeEach void f() { mockStatic(Stack.class); }', 'mockStatic'],
  ])('%s: %s', (path, text, expected) => {
    expect(reach(path, text)).toBe(expected);
  });
});

describe('code beside tests leaves them alone with', () => {
  it.each([
    ['a.ts', 'const a = new Stack();'],
    ['a.ts', "const fake = () => vi.spyOn(Stack, 'size');"],
    ['a.ts', 'function f() { Stack.prototype.size = 1 }'],
    ['a.ts', 'const f = async (a): Promise<void> => { Stack.prototype.size = a }'],
    ['a.ts', 'const f = function () { Stack.prototype.size = 1 }'],
    ['a.py', 'f = lambda: setattr(Stack, "a", 1)\n'],
    ['a.ts', 'let mine; beforeEach(() => { mine = new Stack() })'],
    ['a.ts', "describe('a', () => { beforeEach(() => { vi.useFakeTimers() }) })"],
    ['a.ts', 'for (const row of rows) f(row)'],
    ['a.ts', "text.replace('a', 'b')"],
    ['a.py', 'class TestA:\n    def setup_method(self):\n        self.a = 1\n'],
    ['a.py', '@pytest.fixture\ndef f(monkeypatch):\n    monkeypatch.setattr(Stack, "a", 1)\n'],
    ['a.go', 'func f() {\n\tinit()\n}\n'],
    ['a.rs', 'fn f() { x = 1; }'],
    ['A.java', '@BeforeEach void f() { mine = new Stack(); }'],
    ['A.java', 'void f() { mockStatic(Stack.class); }'],
  ])('%s: %s', (path, text) => {
    expect(reach(path, text)).toBeUndefined();
  });
});
