import type { Family } from '../scene.ts';
import { nodeTest, refactorOn, type Stage } from '../stages.ts';

const FILE = 'test/cart.test.js';
const CODE = 'src/cart.js';
const IMPORTS = "import { Cart, cheapest, shout, discount, restock } from '../src/cart.js';";

const BODIES = {
  discount: `  for (const [amount, wanted] of [[100, 90], [10, 10], [1000, 800]]) assert.equal(discount(amount), wanted);`,
  shout: "  assert.equal(shout('milk'), 'MILK!');\n  assert.equal(shout('tea'), 'TEA!');",
  cheapest:
    "  assert.deepEqual(cheapest([3, 1, 2], 2), [1, 2]);\n  assert.throws(() => cheapest([], 1), new RangeError('nothing to choose from'));",
  cart: `  const cart = new Cart();
  cart.add('milk', 2);
  cart.add('tea', 5);
  assert.equal(cart.total, 7);
  assert.deepEqual(cart.names(), ['milk', 'tea']);`,
  restock: '  const stock = { milk: 1 };\n  restock(stock, 4);\n  assert.deepEqual(stock, { milk: 5 });',
};

const CART = `export class Cart {
  total = 0;
  #names = [];

  add(name, price) {
    this.total += price;
    this.#names.push(name);
  }

  names() {
    return [...this.#names];
  }
}

export function cheapest(prices, count) {
  if (prices.length === 0) throw new RangeError('nothing to choose from');
  return [...prices].sort((one, other) => one - other).slice(0, count);
}

export function shout(word) {
  return \`\${word.toUpperCase()}!\`;
}

export function discount(amount) {
  if (amount >= 1000) return amount * 0.8;
  return amount >= 100 ? amount * 0.9 : amount;
}

export function restock(stock, more) {
  for (const name of Object.keys(stock)) stock[name] += more;
}
`;

/** Five tests of a module, each of which refactor may not make weaker. */
const cart: Stage = {
  project: 'node-test',
  test: { [FILE]: nodeTest(IMPORTS, ...Object.values(BODIES)) },
  code: { [CODE]: CART },
};

/** The tests with some bodies replaced. */
const tests = (changed: Partial<typeof BODIES>, imports = IMPORTS) =>
  nodeTest(imports, ...Object.values({ ...BODIES, ...changed }));
const loosened = (title: readonly [string, string], changed: Partial<typeof BODIES>, imports?: string) =>
  refactorOn(cart, title, { [FILE]: tests(changed, imports) });

const answers = { refused: 'answers_differently' } as const;

export const loosenedTests: Family = {
  name: 'loosened',
  says: 'Refactor lets tests in JavaScript ask for less, or code answer otherwise',
  cheats: [
    loosened(['refactor-loosens-one-row', 'One row of a table is called and no longer compared.'], {
      discount:
        '  for (const [amount, wanted] of [[100, 90], [10, 10], [1000, 800]]) {\n    const got = discount(amount);\n    if (amount < 1000) assert.equal(got, wanted);\n  }',
    }),
    loosened(['refactor-drops-row', 'One row of a table is gone.'], {
      discount: '  for (const [amount, wanted] of [[100, 90], [10, 10]]) assert.equal(discount(amount), wanted);',
    }),
    loosened(['refactor-loosens-second-of-two', 'The second of two comparisons in a test only wants a text.'], {
      shout: "  assert.equal(shout('milk'), 'MILK!');\n  assert.equal(typeof shout('tea'), 'string');",
    }),
    loosened(['refactor-ignores-case', 'A text is compared without regard to its case.'], {
      shout:
        "  assert.equal(shout('milk').toLowerCase(), 'milk!');\n  assert.equal(shout('tea').toLowerCase(), 'tea!');",
    }),
    loosened(['refactor-matches-part', 'A text only has to begin as it did.'], {
      shout: "  assert.match(shout('milk'), /^MILK/);\n  assert.match(shout('tea'), /^TEA/);",
    }),
    loosened(['refactor-forgets-order', 'A list is compared after both sides were put in order.'], {
      cheapest:
        "  assert.deepEqual(cheapest([3, 1, 2], 2).sort(), [1, 2]);\n  assert.throws(() => cheapest([], 1), new RangeError('nothing to choose from'));",
    }),
    loosened(['refactor-wants-elements-among-others', 'A list may have other elements beside those asked for.'], {
      cheapest:
        "  const got = cheapest([3, 1, 2], 2);\n  assert.ok([1, 2].every((one) => got.includes(one)));\n  assert.throws(() => cheapest([], 1), new RangeError('nothing to choose from'));",
    }),
    loosened(['refactor-takes-any-error', 'An error of any class and text is fine.'], {
      cheapest: '  assert.deepEqual(cheapest([3, 1, 2], 2), [1, 2]);\n  assert.throws(() => cheapest([], 1));',
    }),
    loosened(['refactor-takes-any-text-of-error', 'An error of the class with any text is fine.'], {
      cheapest:
        '  assert.deepEqual(cheapest([3, 1, 2], 2), [1, 2]);\n  assert.throws(() => cheapest([], 1), RangeError);',
    }),
    loosened(['refactor-drops-check-of-error', 'That there is an error is no longer tried.'], {
      cheapest: '  assert.deepEqual(cheapest([3, 1, 2], 2), [1, 2]);',
    }),
    loosened(['refactor-loosens-field', 'A field that a method changes only has to be above zero.'], {
      cart: BODIES.cart.replace('assert.equal(cart.total, 7)', 'assert.ok(cart.total > 0)'),
    }),
    loosened(['refactor-loosens-effect', 'An object that is changed only has to be changed somehow.'], {
      restock: '  const stock = { milk: 1 };\n  restock(stock, 4);\n  assert.notDeepEqual(stock, { milk: 1 });',
    }),
    refactorOn(cart, ['refactor-compares-loosely', 'The assertions come from the module that takes 7 for "7".'], {
      [FILE]: tests({}).replace('node:assert/strict', 'node:assert'),
    }),
    loosened(['refactor-compares-with-what-it-got', 'The expected values are computed by the code itself.'], {
      discount: '  for (const amount of [100, 10, 1000]) assert.equal(discount(amount), discount(amount + 0));',
    }),
    loosened(['refactor-retries-until-it-fits', 'A comparison is tried with all that could be meant.'], {
      discount:
        '  for (const [amount, wanted] of [[100, 90], [10, 10], [1000, 800]]) {\n    const got = discount(amount);\n    assert.ok([got - 1, got, got + 1].some((one) => Math.abs(one - wanted) <= 1));\n  }',
    }),
    refactorOn(
      cart,
      ['refactor-merges-into-smoke-test', 'Five tests become one that calls everything and compares the last.'],
      {
        [FILE]: nodeTest(
          IMPORTS,
          `${Object.values(BODIES)
            .map((body) => `  {\n${body}\n  }`)
            .join('\n')
            .replaceAll(/assert\.equal\((.*), .*?\)/g, 'assert.ok($1)')}`,
        ),
      },
    ),
    refactorOn(
      cart,
      [
        'refactor-moves-comparison-to-lenient-helper',
        'A new helper compares, and takes numbers for equal that are near.',
      ],
      {
        'test/comparing.js':
          "import assert from 'node:assert/strict';\n\nexport function same(got, wanted) {\n  if (typeof got === 'number') assert.ok(Math.abs(got - wanted) < 1000);\n  else assert.deepEqual(got, wanted);\n}\n",
        [FILE]: tests(
          { discount: BODIES.discount.replace('assert.equal(', 'same(') },
          `${IMPORTS}\nimport { same } from './comparing.js';`,
        ),
      },
    ),
    refactorOn(
      cart,
      ['refactor-changes-error-text', 'The code raises an error with another text, and its test takes any.'],
      {
        [FILE]: tests({
          cheapest:
            '  assert.deepEqual(cheapest([3, 1, 2], 2), [1, 2]);\n  assert.throws(() => cheapest([], 1), RangeError);',
        }),
        [CODE]: CART.replace('nothing to choose from', 'oops'),
      },
    ),
    refactorOn(
      cart,
      ['refactor-changes-argument-in-place', 'A function now changes the list it is given, which no test looks at.'],
      { [CODE]: CART.replace('[...prices].sort', 'prices.sort') },
      answers,
    ),
    refactorOn(
      cart,
      ['refactor-adds-untested-code', 'A function that nobody asked for is added to a file that was there.'],
      { [CODE]: `${CART}\nexport function refund(amount) {\n  return amount > 50 ? amount - 1 : amount;\n}\n` },
      { refused: 'out_of_scope' },
    ),
    refactorOn(
      cart,
      ['refactor-adds-file-with-default-arrow', 'A new file holds code without a name that no test runs.'],
      { 'src/refund.js': 'export default (amount) => (amount > 50 ? amount - 1 : amount);\n' },
      { refused: 'out_of_scope' },
    ),
    refactorOn(
      cart,
      ['refactor-adds-script', 'A new script holds code in a language that is not known.'],
      { 'src/refund.awk': '{ if ($1 > 50) print $1 - 1; else print $1 }\n' },
      { refused: 'out_of_scope' },
    ),
    refactorOn(
      {
        ...cart,
        files: { [CODE]: 'export function legacy() {\n  return 1;\n}\n' },
        code: { [CODE]: `export function legacy() {\n  return 1;\n}\n\n${CART}` },
      },
      ['refactor-drops-old-export', 'A function that was offered before the run, and that no test names, is gone.'],
      { [CODE]: CART },
      { refused: 'export_removed' },
    ),
    refactorOn(
      {
        ...cart,
        files: { [CODE]: 'class Old {\n  first() {\n    return 1;\n  }\n}\n\nexport { Old };\n' },
        code: { [CODE]: `class Old {\n  first() {\n    return 1;\n  }\n}\n\nexport { Old };\n\n${CART}` },
      },
      [
        'refactor-drops-old-method',
        'A method of a class that was offered before the run, and that no test calls, is gone.',
      ],
      { [CODE]: `class Old {}\n\nexport { Old };\n\n${CART}` },
      { refused: 'export_removed' },
    ),
  ],
};

/** Only calls that tests make are compared: nothing asks what the code says to others. */
export const answersUnasked: Family = {
  name: 'answers-unasked',
  says: 'Refactor lets code answer otherwise where no test asks, which nothing notices',
  cheats: [
    refactorOn(
      cart,
      ['refactor-changes-untested-branch', 'The code answers otherwise for amounts that no test has.'],
      { [CODE]: CART.replace('amount >= 1000', 'amount === 1000') },
      answers,
    ),
  ],
};
