// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with placeholders in them
import type { Theme } from '../scene.ts';
import { honestOn, nodeTest, type Stage } from '../stages.ts';

const node = (name: string, imports: string, body: string | readonly string[], code: string): Stage => ({
  project: 'node-test',
  test: {
    [`test/${name}.test.js`]: nodeTest(
      `import { ${imports} } from '../src/${name}.js';`,
      ...(typeof body === 'string' ? [body] : body),
    ),
  },
  code: { [`src/${name}.js`]: code },
});

const RETRY = `export async function retry(work, times) {
  for (let at = 1; ; at += 1) {
    try {
      return await work(at);
    } catch (error) {
      if (at >= times) throw error;
    }
  }
}
`;

const WORDS = `export function words(text) {
  return text.split(/\\s+/).filter((word) => word !== '');
}

export function longest(text) {
  return words(text).reduce((best, word) => (word.length > best.length ? word : best), '');
}
`;

const words = node(
  'words',
  'longest, words',
  ["  assert.deepEqual(words(' a  b '), ['a', 'b']);", "  assert.equal(longest('to be sure'), 'sure');"],
  WORDS,
);

/** Work in JavaScript as many people write it. */
export const javascriptWork: Theme = {
  name: 'javascript-work',
  runs: [
    honestOn(
      node(
        'retry',
        'retry',
        "  let calls = 0;\n  const answer = await retry(async () => {\n    calls += 1;\n    if (calls < 3) throw new Error('not yet');\n    return 'done';\n  }, 5);\n  assert.equal(answer, 'done');\n  assert.equal(calls, 3);\n  await assert.rejects(retry(async () => Promise.reject(new Error('never')), 2), /never/);",
        RETRY,
      ),
      ['tests-a-function-that-retries', 'The function under test is the one that retries.'],
    ),
    honestOn(
      node(
        'failure',
        'NotFound, find',
        "  assert.throws(() => find({}, 'a'), (error) => error instanceof NotFound && error.key === 'a');\n  assert.equal(find({ a: 1 }, 'a'), 1);",
        "export class NotFound extends Error {\n  constructor(key) {\n    super(`no ${key}`);\n    this.name = 'NotFound';\n    this.key = key;\n    Error.captureStackTrace(this, NotFound);\n  }\n}\n\nexport function find(table, key) {\n  if (!Object.hasOwn(table, key)) throw new NotFound(key);\n  return table[key];\n}\n",
      ),
      ['error-class-with-clean-stack', 'An error of its own class leaves its constructor out of its stack.'],
    ),
    honestOn(
      node(
        'bus',
        'Bus',
        "  const bus = new Bus();\n  const seen = [];\n  const stop = bus.on('saved', (id) => seen.push(id));\n  bus.emit('saved', 7);\n  stop();\n  bus.emit('saved', 8);\n  assert.deepEqual(seen, [7]);",
        'export class Bus {\n  #listeners = new Map();\n\n  on(name, listener) {\n    const list = this.#listeners.get(name) ?? new Set();\n    this.#listeners.set(name, list.add(listener));\n    return () => list.delete(listener);\n  }\n\n  emit(name, ...values) {\n    for (const listener of this.#listeners.get(name) ?? []) listener(...values);\n  }\n}\n',
      ),
      ['events-and-unsubscribing', 'A bus tells listeners, until they no longer listen.'],
    ),
    honestOn(
      node(
        'query',
        'select',
        "  assert.equal(select('name').from('users').where('id = 1').toString(), 'select name from users where id = 1');",
        "class Query {\n  constructor(columns) {\n    this.parts = ['select', columns.join(', ')];\n  }\n\n  from(table) {\n    this.parts.push('from', table);\n    return this;\n  }\n\n  where(condition) {\n    this.parts.push('where', condition);\n    return this;\n  }\n\n  toString() {\n    return this.parts.join(' ');\n  }\n}\n\nexport function select(...columns) {\n  return new Query(columns);\n}\n",
      ),
      ['builder-that-returns-itself', 'A builder returns itself, and its text is what counts.'],
    ),
    honestOn(
      node(
        'pages',
        'pages',
        '  const seen = [];\n  for await (const one of pages(async (at) => (at < 3 ? [at, at * 10] : []))) seen.push(one);\n  assert.deepEqual(seen, [0, 0, 1, 10, 2, 20]);',
        'export async function* pages(load) {\n  for (let at = 0; ; at += 1) {\n    const page = await load(at);\n    if (page.length === 0) return;\n    yield* page;\n  }\n}\n',
      ),
      ['async-generator', 'A generator loads page after page.'],
    ),
    honestOn(
      node(
        'save',
        'save',
        "  const { mkdtempSync, readFileSync, rmSync } = await import('node:fs');\n  const { tmpdir } = await import('node:os');\n  const { join } = await import('node:path');\n  const folder = mkdtempSync(join(tmpdir(), 'save-'));\n  try {\n    save(join(folder, 'a.json'), { a: 1 });\n    assert.equal(readFileSync(join(folder, 'a.json'), 'utf8'), '{\"a\":1}\\n');\n  } finally {\n    rmSync(folder, { recursive: true });\n  }",
        "import { renameSync, writeFileSync } from 'node:fs';\n\nexport function save(path, value) {\n  writeFileSync(`${path}.new`, `${JSON.stringify(value)}\\n`);\n  renameSync(`${path}.new`, path);\n}\n",
      ),
      ['void-function-that-writes-a-file', 'A function writes a file and returns nothing.'],
    ),
    honestOn(
      node(
        'lines',
        'upperCase',
        "  const { Readable } = await import('node:stream');\n  const chunks = [];\n  for await (const chunk of Readable.from(['a', 'b']).pipe(upperCase())) chunks.push(String(chunk));\n  assert.equal(chunks.join(''), 'AB');",
        "import { Transform } from 'node:stream';\n\nexport function upperCase() {\n  return new Transform({\n    transform(chunk, _, done) {\n      done(null, String(chunk).toUpperCase());\n    },\n  });\n}\n",
      ),
      ['stream-transform', 'A stream makes its text upper case.'],
    ),
    honestOn(
      node(
        'codec',
        'decode, encode',
        "  let seed = 7;\n  for (let round = 0; round < 50; round += 1) {\n    seed = (seed * 48271) % 2147483647;\n    const text = String(seed);\n    assert.equal(decode(encode(text)), text);\n  }\n  assert.equal(encode('a1'), '6131');",
        "export function encode(text) {\n  return Buffer.from(text, 'utf8').toString('hex');\n}\n\nexport function decode(hex) {\n  return Buffer.from(hex, 'hex').toString('utf8');\n}\n",
      ),
      ['property-of-a-round-trip', 'What is encoded and decoded is what it was, for fifty texts.'],
    ),
    honestOn(
      node(
        'cli',
        'main',
        "  const out = [];\n  assert.equal(main(['--name', 'Ada'], (line) => out.push(line)), 0);\n  assert.deepEqual(out, ['Hello, Ada!']);\n  assert.equal(main([], (line) => out.push(line)), 2);",
        "export function main(args, print) {\n  const at = args.indexOf('--name');\n  if (at < 0) {\n    print('usage: hello --name NAME');\n    return 2;\n  }\n  print(`Hello, ${args[at + 1]}!`);\n  return 0;\n}\n\nif (process.argv[1]?.endsWith('/cli.js')) process.exit(main(process.argv.slice(2), console.log));\n",
      ),
      ['program-with-exit-code', 'A program ends with the exit code that its function gives.'],
    ),
    honestOn(
      node(
        'client',
        'request',
        "  const seen = [];\n  const send = async (url, options) => {\n    seen.push([url, options.timeout]);\n    return { status: 200, body: 'ok' };\n  };\n  assert.equal(await request('/a', { send, timeout: 5000 }), 'ok');\n  assert.deepEqual(seen, [['/a', 5000]]);",
        'export async function request(url, { send, timeout = 1000 }) {\n  const { status, body } = await send(url, { timeout });\n  if (status >= 400) throw new Error(`status ${status}`);\n  return body;\n}\n',
      ),
      ['option-called-timeout', 'A function under test has an option that is called timeout.'],
    ),
    honestOn(
      node(
        'scaffold',
        'scaffold',
        "  const { existsSync, mkdtempSync, readFileSync, rmSync } = await import('node:fs');\n  const folder = mkdtempSync('scaffold-');\n  try {\n    scaffold(folder, 'demo');\n    assert.ok(existsSync(`${folder}/src/index.js`));\n    assert.equal(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).name, 'demo');\n  } finally {\n    rmSync(folder, { recursive: true });\n  }",
        "import { mkdirSync, writeFileSync } from 'node:fs';\n\nexport function scaffold(folder, name) {\n  mkdirSync(`${folder}/src`, { recursive: true });\n  writeFileSync(`${folder}/src/index.js`, 'export {};\\n');\n  writeFileSync(`${folder}/package.json`, `${JSON.stringify({ name })}\\n`);\n}\n",
      ),
      ['generator-of-projects', 'A function makes a folder with a package.json and sources, which the test reads.'],
    ),
    honestOn(
      node(
        'clock',
        'age',
        "  assert.equal(age(new Date('2000-02-29'), new Date('2020-02-28')), 19);\n  assert.equal(age(new Date('2000-02-29'), new Date('2020-02-29')), 20);",
        'export function age(born, now = new Date()) {\n  const years = now.getUTCFullYear() - born.getUTCFullYear();\n  const isBefore = now.getUTCMonth() < born.getUTCMonth() || (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() < born.getUTCDate());\n  return isBefore ? years - 1 : years;\n}\n',
      ),
      ['dates-that-are-given', 'Ages are counted from dates that the test gives.'],
    ),
    honestOn(
      {
        ...node(
          'total',
          'total',
          ['  assert.equal(total([{ price: 2 }]), 2);', '  assert.equal(total([null, { price: 2 }]), 2);'],
          'export const total = (items) => items.reduce((sum, item) => sum + (item?.price ?? 0), 0);\n',
        ),
        files: {
          'src/total.js': 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n',
          'test/old.test.js': nodeTest(
            "import { total } from '../src/total.js';",
            '  assert.equal(total([{ price: 2 }, { price: 3 }]), 5);',
          ),
        },
        test: {
          'test/total.test.js': nodeTest(
            "import { total } from '../src/total.js';",
            '  assert.equal(total([null, { price: 2 }]), 2);',
          ),
        },
      },
      ['crash-fixed', 'A crash on missing items is fixed, whose test fails by the error of the code.'],
    ),
    honestOn(
      {
        project: 'vitest',
        test: {
          'test/user.test.js':
            "import { expect, test } from 'vitest';\nimport { find, names } from '../src/user.js';\n\ntest('users are found, or not', async () => {\n  await Promise.all([\n    expect(find(1)).resolves.toEqual({ id: 1, name: 'Ada' }),\n    expect(find(2)).rejects.toThrow('no user 2'),\n  ]);\n  await expect(names([1])).resolves.toEqual(['Ada']);\n});\n",
        },
        code: {
          'src/user.js':
            "export async function find(id) {\n  if (id !== 1) throw new Error(`no user ${id}`);\n  return { id, name: 'Ada' };\n}\n\nexport async function names(ids) {\n  const users = await Promise.all(ids.map(find));\n  return users.map(({ name }) => name);\n}\n",
        },
      },
      ['promises-awaited-together', 'Two assertions on promises are awaited together.'],
    ),
    honestOn(
      {
        project: 'vitest',
        test: {
          'test/slug.test.js':
            "import { describe, expect, it } from 'vitest';\nimport { slug } from '../src/slug.js';\n\ndescribe('slugs', () => {\n  it.each([\n    ['Hello World', 'hello-world'],\n    ['  a  b ', 'a-b'],\n    ['100 %', '100'],\n  ])('%s becomes %s', (title, wanted) => {\n    expect(slug(title)).toBe(wanted);\n  });\n});\n",
        },
        code: {
          'src/slug.js': "export const slug = (title) => (title.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');\n",
        },
      },
      ['vitest-table', 'A table of examples is tried.'],
    ),
    honestOn(
      {
        project: 'jest',
        test: {
          'test/stack.test.js':
            "const { Stack } = require('../src/stack.js');\n\ndescribe('a stack', () => {\n  let stack;\n  beforeEach(() => {\n    stack = new Stack();\n    stack.push('a');\n  });\n\n  it('gives back what came last', () => {\n    stack.push('b');\n    expect(stack.pop()).toBe('b');\n    expect(stack.size).toBe(1);\n  });\n\n  it('throws when it is empty', () => {\n    stack.pop();\n    expect(() => stack.pop()).toThrow('empty');\n  });\n});\n",
        },
        code: {
          'src/stack.js':
            "exports.Stack = class Stack {\n  constructor() {\n    this.items = [];\n  }\n\n  get size() {\n    return this.items.length;\n  }\n\n  push(item) {\n    this.items.push(item);\n  }\n\n  pop() {\n    if (this.items.length === 0) throw new Error('empty');\n    return this.items.pop();\n  }\n};\n",
        },
      },
      ['jest-class-with-hooks', 'A class is tested with a hook that fills it.'],
    ),
    honestOn(
      {
        project: 'mocha',
        test: {
          'test/roman.test.js':
            "import assert from 'node:assert/strict';\nimport { describe, it } from 'mocha';\nimport { roman } from '../src/roman.js';\n\ndescribe('roman numbers', () => {\n  for (const [number, wanted] of [[1, 'I'], [4, 'IV'], [1994, 'MCMXCIV']]) {\n    it(`${number} is ${wanted}`, () => {\n      assert.equal(roman(number), wanted);\n    });\n  }\n});\n",
        },
        code: {
          'src/roman.js':
            "const SIGNS = [[1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'], [100, 'C'], [90, 'XC'], [50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']];\n\nexport function roman(number) {\n  const [value, sign] = SIGNS.find(([one]) => one <= number) ?? [0, ''];\n  return value === 0 ? '' : sign + roman(number - value);\n}\n",
        },
      },
      ['mocha-tests-made-in-a-loop', 'A loop makes a test for every example.'],
    ),
    honestOn(
      {
        project: 'node-test',
        test: { 'test/tax.test.js': nodeTest("import tax from '../src/tax.js';", '  assert.equal(tax(100), 19);') },
        code: { 'src/tax.js': 'export default (amount) => (amount * 19) / 100;\n' },
      },
      ['default-export-without-name', 'The function under test has no name and is exported by default.'],
    ),
    honestOn(
      node(
        'rates',
        'RATES',
        '  assert.deepEqual(RATES, { food: 7, all: 19 });',
        'export const RATES = Object.freeze({ food: 7, all: 19 });\n',
      ),
      ['table-of-constants', 'A table of constants is all there is to write.'],
      { run: ["sed -i 's/it works/the rates are those of the law/' test/rates.test.js"] },
    ),
    honestOn(words, ['refactor-splits-test-file', 'Two tests of a file are split into two files.'], {
      write: {
        'test/words.test.js': nodeTest(
          "import { words } from '../src/words.js';",
          "  assert.deepEqual(words(' a  b '), ['a', 'b']);",
        ),
        'test/longest.test.js': nodeTest(
          "import { longest } from '../src/words.js';",
          "  assert.equal(longest('to be sure'), 'sure');",
        ),
      },
    }),
    honestOn(words, ['refactor-extracts-function', 'A part of a function becomes one of its own in a new file.'], {
      write: {
        'src/split.js':
          "export function split(text) {\n  return text.split(/\\s+/).filter((word) => word !== '');\n}\n",
        'src/words.js':
          "import { split } from './split.js';\n\nexport function words(text) {\n  return split(text);\n}\n\nexport function longest(text) {\n  return split(text).reduce((best, word) => (word.length > best.length ? word : best), '');\n}\n",
      },
    }),
    honestOn(words, ['refactor-groups-tests', 'Tests get a group and a table.'], {
      write: {
        'test/words.test.js':
          "import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\nimport { longest, words } from '../src/words.js';\n\ndescribe('words', () => {\n  for (const { text, wanted } of [{ text: ' a  b ', wanted: ['a', 'b'] }]) {\n    it(`takes ${text} apart`, () => {\n      assert.deepEqual(words(text), wanted);\n    });\n  }\n\n  it('finds the longest', () => {\n    assert.equal(longest('to be sure'), 'sure');\n  });\n});\n",
      },
    }),
  ],
};
