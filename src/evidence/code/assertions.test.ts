import { describe, expect, it } from 'vitest';
import { hasAssertion, isAssertionWord } from './assertions.ts';
import { swallowsFailures } from './dead-code.ts';
import { splitTests } from './split-tests.ts';

/** The words of a test with such a body, or of a whole file. */
function words(language: string, text: string) {
  const [path, file] = FILES[language]?.(text) ?? [language, text];
  return splitTests(path, file)?.blocks[0]?.words ?? [];
}

const FILES: Readonly<Record<string, (body: string) => readonly [string, string]>> = {
  js: (body) => ['a.ts', `test('a', async () => { ${body} })`],
  py: (body) => ['test_a.py', `def test_a(self):\n    ${body.replaceAll('\n', '\n    ')}\n`],
  go: (body) => ['a_test.go', `func TestA(t *testing.T) {\n${body}\n}`],
  rust: (body) => ['a.rs', `#[test] fn a() { ${body} }`],
  java: (body) => ['ATest.java', `class ATest { @Test void a() { ${body} } }`],
};

describe('a test asserts something with', () => {
  it.each([
    ['js', 'expect(f()).toBe(1)'],
    ['js', 'expect(() => f()).toThrow()'],
    ['js', 'await expect(f()).rejects.toThrow(Error)'],
    ['js', 'expect.soft(a.b).toEqual({})'],
    ['js', 'expectTypeOf<A>().toEqualTypeOf<B>()'],
    ['js', 'assert(a === 1)'],
    ['js', 'expect(f()).not.toEqual(f())'],
    ['js', 'assert.notEqual(f(), f())'],
    ['rust', 'assert_ne!(f(), f())'],
    ['js', 'assert.deepEqual(a, [])'],
    ['js', 't.is(a, 1)'],
    ['js', 'a.should.equal(1)'],
    ['js', 'if (a) throw new Error()'],
    ['js', 'if (a) return; expect(a).toBe(1)'],
    ['js', 'p.catch(() => {}); expect(a).toBe(1)'],
    ['js', 'try { f() } catch (e) { expect(e).toBe(1) }'],
    ['py', 'assert f() == 1'],
    ['py', 'with pytest.raises(ValueError):\n    f()'],
    ['py', 'with assert_prints("x"):\n    f()'],
    ['py', 'self.assertEqual(f(), 1)'],
    ['py', 'self.run_case(1)'],
    ['py', 'eq = self.assertEqual\neq(f(), 1)'],
    ['py', 'mock.assert_called_once()'],
    ['go', 'if f() != 1 { t.Fatal("x") }'],
    ['go', 'require.Equal(t, 1, f())'],
    ['go', 'check(t, f())'],
    ['rust', 'assert_eq!(f(), 1);'],
    ['rust', 'f().unwrap();'],
    ['a.rs', '#[test] #[should_panic] fn a() { f(); }'],
    ['java', 'assertEquals(1, f());'],
    ['ATest.java', 'class ATest { @Test(expected = X.class) void a() { f(); } }'],
    ['a_test.go', 'func ExampleA() {\n\tf()\n\t// Output: 1\n}'],
  ])('%s: %s', (language, text) => {
    const block = words(language, text);
    expect(block.length).toBeGreaterThan(0);
    expect(hasAssertion(block)).toBe(true);
  });
});

describe('a test asserts nothing with', () => {
  it.each([
    ['js', 'f()'],
    ['js', 'const expected = f()'],
    ['js', 'expect(true).toBe(true)'],
    ['js', "expect('a').not.toBe('b')"],
    ['js', 'expect(a).toBe(a)'],
    ['js', 'expect.assertions(0)'],
    ['js', 'return; expect(f()).toBe(1)'],
    ['js', 'f(1); return; expect(f()).toBe(1)'],
    ['js', 'if (false) { expect(f()).toBe(1) }'],
    ['js', 'try { expect(f()).toBe(1) } catch {}'],
    ['js', 'assert.ok(true)'],
    ['js', 'assert.equal(1, 1)'],
    ['js', "require('./a')"],
    ['py', 'pass'],
    ['py', 'f()'],
    ['py', 'assert True'],
    ['py', 'assert 1 == 1'],
    ['py', 'return\nassert f()'],
    ['py', 'if False:\n    assert f()'],
    ['py', 'try:\n    assert f()\nexcept AssertionError:\n    pass'],
    ['go', 'f()'],
    ['go', 't.Log(f())'],
    ['rust', 'f();'],
    ['rust', 'assert!(true);'],
    ['rust', 'assert_eq!(a, a);'],
    ['java', 'f();'],
    ['java', 'assertTrue(true);'],
  ])('%s: %s', (language, text) => {
    const block = words(language, text);
    expect(block.length).toBeGreaterThan(0);
    expect(hasAssertion(block)).toBe(false);
  });
});

it('an assertion of whoever has to pass it is none', () => {
  expect(hasAssertion(words('js', 'expectStack(a)'), (name) => name !== 'expectStack')).toBe(false);
});

it('a handler swallows what it neither throws nor checks', () => {
  const swallows = (block: ReturnType<typeof words>) => swallowsFailures(block, isAssertionWord);
  expect(swallows(words('js', 'try { expect(a).toBe(1) } catch (e) { log(e) }'))).toBe(true);
  expect(swallows(words('js', 'try { expect(a).toBe(1) } catch (e) { throw e }'))).toBe(false);
  expect(swallows(words('js', 'try { f() } catch {} expect(a).toBe(1)'))).toBe(false);
  expect(swallows(words('js', "z.string().catch('a'); expect(a).toBe(1)"))).toBe(false);
});

describe('a failure is swallowed by', () => {
  it.each([
    ['js', 'return Promise.resolve().then(() => expect(f()).toBe(1)).catch(() => {});'],
    ['js', 'await run(() => assert.equal(f(), 1)).catch(function () { return 0; });'],
    ['py', 'with contextlib.suppress(AssertionError):\n    assert f() == 1'],
    ['py', 'with suppress(Exception):\n    assert f() == 1'],
  ])('%s: %s', (language, body) => {
    expect(hasAssertion(words(language, body))).toBe(false);
    expect(swallowsFailures(words(language, body), isAssertionWord)).toBe(true);
  });

  it.each([
    ['js', 'const error = await f().catch((error) => error); expect(error.message).toBe("no");'],
    ['js', 'expect(await f().catch((error) => error.code)).toBe(1);'],
    ['js', 'f().then(() => expect(1).toBe(g())).catch(done);'],
    ['js', 'await f().catch((error) => { expect(error).toBe(1); });'],
    ['py', 'with suppress(FileNotFoundError):\n    remove()\nassert f() == 1'],
  ])('not by %s: %s', (language, body) => {
    expect(hasAssertion(words(language, body))).toBe(true);
    expect(swallowsFailures(words(language, body), isAssertionWord)).toBe(false);
  });
});
