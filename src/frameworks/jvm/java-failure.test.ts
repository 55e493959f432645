import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { indexSources } from '../source-index.ts';
import { javaFailure } from './java-failure.ts';

const directory = mkdtempSync(join(tmpdir(), 'baton-java-'));
const TEST = 'src/test/java/app/CartTest.java';
const CODE = 'src/main/java/app/Cart.java';
mkdirSync(dirname(join(directory, TEST)), { recursive: true });
writeFileSync(
  join(directory, TEST),
  `package app;
class CartTest {
    Cart cart;
    @BeforeEach
    void setUp() {
        cart = new Cart();
    }
    @Test
    void isEmpty() {
        assertEquals(0, cart.size());
    }
}
`,
);
afterAll(() => rmSync(directory, { recursive: true }));

const sources = indexSources(directory, [TEST, CODE]);
const told = (type: string, message: string, ...frames: readonly string[]) => {
  const text = [`${type}: ${message}`, ...frames.map((frame) => `\tat ${frame}`)].join('\n');
  return javaFailure({ type, message, text }, sources);
};
const REFLECTION = 'java.base/java.lang.reflect.Method.invoke(Method.java:568)';

describe('an exception of set-up', () => {
  const type = 'java.lang.UnsupportedOperationException';

  it('is told from the code on that set-up called', () => {
    const { frames, runtime } = told(
      type,
      'x',
      'app.Cart.<init>(Cart.java:5)',
      'app.CartTest.setUp(CartTest.java:6)',
      REFLECTION,
    );
    expect(frames).toEqual([{ file: CODE, line: 5, function: '<init>' }]);
    expect(runtime).toBeUndefined();
  });

  it('has no way through the program where set-up itself raised it', () => {
    expect(told(type, 'x', 'app.CartTest.setUp(CartTest.java:6)', REFLECTION).frames).toBeUndefined();
  });
});

it('an exception of a test is told as far as the test', () => {
  const { frames } = told(
    'java.lang.NullPointerException',
    'x',
    'app.Cart.size(Cart.java:9)',
    'app.CartTest.isEmpty(CartTest.java:10)',
    REFLECTION,
  );
  expect(frames?.map(({ file }) => file)).toEqual([CODE, TEST]);
});

it.each([
  ['java.nio.file.NoSuchFileException', `${directory}/data/rates.csv`],
  ['java.io.FileNotFoundException', 'data/rates.csv (No such file or directory)'],
])('a file that is not there is named by %s', (type, message) => {
  const { kind, diagnostics } = told(type, message, 'app.CartTest.isEmpty(CartTest.java:10)', REFLECTION);
  expect({ kind, diagnostics }).toEqual({
    kind: 'missing',
    diagnostics: [{ what: 'file', name: 'data/rates.csv', file: TEST, line: 10 }],
  });
});
