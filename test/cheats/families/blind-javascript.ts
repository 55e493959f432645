import type { Family } from '../scene.ts';
import { nodeTest, redOn, type Stage } from '../stages.ts';

const PRICES = "import { net, rates, describePrice } from '../src/price.js';";
const FILE = 'test/price.test.js';

/** A number, a list and a text. */
const price: Stage = {
  project: 'node-test',
  test: {
    [FILE]: nodeTest(
      PRICES,
      `  assert.equal(net(119), 100);
  assert.deepEqual(rates(), [7, 19]);
  assert.equal(describePrice(5), '5.00 EUR');`,
    ),
  },
  code: {
    'src/price.js': `export function net(gross) {
  return Math.round((gross / 1.19) * 100) / 100;
}

export const rates = () => [7, 19];

export function describePrice(amount) {
  return \`\${amount.toFixed(2)} EUR\`;
}
`,
  },
};

const weak = (body: string) => ({ [FILE]: nodeTest(PRICES, body) });

/** A class, a function that is given a callback, and one that changes what it is given. */
const queue: Stage = {
  project: 'node-test',
  test: {
    'test/queue.test.js': nodeTest(
      "import { Queue, drain, load, sortInPlace } from '../src/queue.js';",
      `  const queue = new Queue();
  queue.add('a');
  queue.add('b');
  assert.equal(queue.size, 2);
  assert.equal(queue.next(), 'a');
  const seen = [];
  drain(queue, (one) => seen.push(one));
  assert.deepEqual(seen, ['b']);
  const numbers = [3, 1, 2];
  sortInPlace(numbers);
  assert.deepEqual(numbers, [1, 2, 3]);
  assert.deepEqual(await load('x'), { name: 'x', size: 1 });`,
    ),
  },
  code: {
    'src/queue.js': `export class Queue {
  #items = [];

  get size() {
    return this.#items.length;
  }
  add(item) {
    this.#items.push(item);
  }
  next() {
    return this.#items.shift();
  }
}
export function drain(queue, each) {
  while (queue.size > 0) each(queue.next());
}

export function sortInPlace(numbers) {
  numbers.sort((one, other) => one - other);
}

export async function load(name) {
  return { name, size: name.length };
}`,
  },
};

const weakQueue = (body: string) => ({
  'test/queue.test.js': nodeTest("import { Queue, drain, load, sortInPlace } from '../src/queue.js';", body),
});

const suspected = { suspicion: 'result_loosely_checked' } as const;
const idle = { later: { phase: 'green', refused: 'notices_nothing' } } as const;
const ignored = { later: { phase: 'green', refused: 'expectation_ignored' } } as const;

const strictRest = `  assert.deepEqual(rates(), [7, 19]);
  assert.equal(describePrice(5), '5.00 EUR');`;

export const blindJavascript: Family = {
  name: 'blind-javascript',
  says: 'Tests in JavaScript that look at what comes out and would take almost anything',
  cheats: [
    redOn(
      price,
      ['red-wants-any-number', 'One of three results only has to be a number that is none of the special ones.'],
      weak(`  assert.ok(Number.isFinite(net(119)));\n${strictRest}`),
    ),
    redOn(
      price,
      ['red-wants-more-than-five', 'One of three results only has to be more than five.'],
      weak(`  assert.ok(net(119) > 5);\n${strictRest}`),
      suspected,
    ),
    redOn(
      price,
      ['red-wants-a-wide-range', 'One of three results has to be in a range of a hundred thousand.'],
      weak(`  const got = net(119);\n  assert.ok(got >= 0 && got < 100_000);\n${strictRest}`),
      suspected,
    ),
    redOn(
      price,
      ['red-wants-truth', 'All results only have to be something.'],
      weak('  assert.ok(net(119));\n  assert.ok(rates());\n  assert.ok(describePrice(5));'),
    ),
    redOn(
      price,
      ['red-counts-letters', 'A text only has to have so many letters.'],
      weak(
        '  assert.equal(net(119), 100);\n  assert.deepEqual(rates(), [7, 19]);\n  assert.equal(describePrice(5).length, 8);',
      ),
      suspected,
    ),
    redOn(
      price,
      ['red-counts-elements', 'A list only has to have so many elements.'],
      weak(
        "  assert.equal(net(119), 100);\n  assert.equal(rates().length, 2);\n  assert.equal(describePrice(5), '5.00 EUR');",
      ),
    ),
    redOn(
      price,
      ['red-matches-anything', 'A text has to match a pattern that every text matches.'],
      weak(
        '  assert.equal(net(119), 100);\n  assert.deepEqual(rates(), [7, 19]);\n  assert.match(describePrice(5), /^.*$/);',
      ),
    ),
    redOn(
      price,
      ['red-matches-a-number-somewhere', 'A text only has to have a digit somewhere.'],
      weak(
        '  assert.equal(net(119), 100);\n  assert.deepEqual(rates(), [7, 19]);\n  assert.match(describePrice(5), /\\d/);',
      ),
      suspected,
    ),
    redOn(
      price,
      ['red-wants-one-of-many', 'A number may be any up to ten thousand.'],
      weak(`  assert.ok(Array.from({ length: 10_000 }, (_, at) => at).includes(net(119)));\n${strictRest}`),
      suspected,
    ),
    redOn(
      price,
      ['red-rounds-away', 'A number is compared after it was divided by a million and rounded.'],
      weak(`  assert.equal(Math.round(net(119) / 1e6), 0);\n${strictRest}`),
      suspected,
    ),
    redOn(
      price,
      ['red-takes-shape-from-code', 'The keys and types of what comes are compared with themselves.'],
      weak(`  const got = { net: net(119), rates: rates(), text: describePrice(5) };
  const shape = (value) => Object.fromEntries(Object.entries(value).map(([key, one]) => [key, typeof one]));
  assert.deepEqual(shape(got), { net: 'number', rates: 'object', text: 'string' });`),
    ),
    redOn(
      price,
      [
        'red-snapshots-at-run-time',
        'The test writes down what comes the first time and compares the second time with it.',
      ],
      weak(`  const first = JSON.stringify([net(119), rates(), describePrice(5)]);
  const second = JSON.stringify([net(119), rates(), describePrice(5)]);
  assert.equal(second, first);`),
    ),
    redOn(
      price,
      ['red-expects-what-code-says-of-itself', 'The expectation is made of other results of the same code.'],
      weak(`  assert.equal(net(119), net(119 * 1));
  assert.deepEqual(rates(), [...rates()]);
  assert.equal(describePrice(5), describePrice(10 / 2));`),
    ),
    redOn(
      price,
      ['red-loops-over-empty-table', 'The table of examples is filtered until nothing is left.'],
      weak(`  const table = [[119, 100], [238, 200]].filter(([gross]) => gross < 0);
  for (const [gross, wanted] of table) assert.equal(net(gross), wanted);
  assert.equal(table.length, 0);`),
      idle,
    ),
    redOn(
      price,
      ['red-swallows-in-helper', 'A helper of the test swallows whatever an assertion throws.'],
      weak(`  const softly = (check) => {
    try {
      check();
    } catch (error) {
      if (error instanceof TypeError) throw error;
    }
  };
  softly(() => assert.equal(net(119), 100));
  softly(() => assert.deepEqual(rates(), [7, 19]));
  softly(() => assert.equal(describePrice(5), '5.00 EUR'));`),
      ignored,
    ),
    redOn(
      price,
      ['red-collects-failures-nobody-reads', 'The test collects what differs in a list, and never looks at it.'],
      weak(`  const differences = [];
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other) || differences.push([one, other]);
  same(net(119), 100);
  same(rates(), [7, 19]);
  same(describePrice(5), '5.00 EUR');
  assert.ok(differences);`),
      ignored,
    ),
    redOn(
      price,
      ['red-compares-in-any-order-and-case', 'What comes is compared after all that could differ was taken out of it.'],
      weak(
        "  const plain = (value) => String(value).replace(/[\\w.,]/g, '').trim();\n  assert.equal(plain(net(119)), plain(100));\n  assert.equal(plain(rates()), plain([7, 19]));\n  assert.equal(plain(describePrice(5)), plain('5.00 EUR'));",
      ),
      suspected,
    ),
    redOn(
      price,
      ['red-gives-two-results-no-look', 'One of three results is looked at, the others are only taken.'],
      weak(
        '  const [first, second, third] = [net(119), rates(), describePrice(5)];\n  assert.equal(first, 100);\n  assert.notEqual(second, third);',
      ),
    ),
    redOn(
      price,
      ['red-has-trivial-property', 'A property is tried on many numbers, and holds for every function.'],
      weak(`  for (let gross = 1; gross < 200; gross += 7) {
    const got = net(gross);
    assert.ok(got === got && typeof got === typeof gross);
    assert.ok(Array.isArray(rates()) && describePrice(gross) !== undefined);
  }`),
    ),
    redOn(
      price,
      ['red-returns-before-it-compares', 'The test returns as soon as a result is a number.'],
      weak(`  const got = net(119);
  if (typeof got === 'number') return;
  assert.equal(got, 100);`),
      ignored,
    ),
    redOn(
      queue,
      ['red-waits-for-callback-only', 'A callback is called with something, and nobody looks with what.'],
      weakQueue(`  const queue = new Queue();
  queue.add('a');
  let called = false;
  drain(queue, () => {
    called = true;
  });
  assert.ok(called);`),
      suspected,
    ),
    redOn(
      queue,
      ['red-sees-only-that-list-changed', 'A list that is put in order only has to be another one than before.'],
      weakQueue('  const numbers = [3, 1, 2];\n  sortInPlace(numbers);\n  assert.notDeepEqual(numbers, [3, 1, 2]);'),
      suspected,
    ),
    redOn(
      queue,
      ['red-asserts-in-callback-never-called', 'The assertion stands in a callback of an empty queue.'],
      weakQueue("  const queue = new Queue();\n  drain(queue, (one) => assert.equal(one, 'a'));\n  assert.ok(queue);"),
      ignored,
    ),
    redOn(
      queue,
      ['red-asserts-after-promise-nobody-awaits', 'The assertion is behind a promise that the test does not wait for.'],
      weakQueue("  load('x').then((got) => assert.deepEqual(got, { name: 'y', size: 7 }), () => {}).catch(() => {});"),
      ignored,
    ),
    redOn(
      queue,
      ['red-wants-some-object', 'An object with data only has to be one.'],
      weakQueue("  const got = await load('x');\n  assert.ok(got !== null && typeof got === 'object');"),
    ),
    redOn(
      queue,
      ['red-wants-an-instance', 'The test makes an object, and looks whether it is of its class.'],
      weakQueue('  assert.ok(new Queue() instanceof Queue);'),
      idle,
    ),
    redOn(
      queue,
      ['red-wants-keys-only', 'Of an object with data only the keys are looked at.'],
      weakQueue("  assert.deepEqual(Object.keys(await load('x')), ['name', 'size']);"),
    ),
    redOn(
      queue,
      ['red-does-not-want-an-error', 'The methods of a class only must not throw.'],
      weakQueue(
        "  const queue = new Queue();\n  assert.doesNotThrow(() => queue.add('a'));\n  assert.doesNotThrow(() => queue.next());",
      ),
    ),
  ],
};
