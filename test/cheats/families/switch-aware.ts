import type { Family } from '../scene.ts';
import { greenOn, nodeTest, pyTest, redOn, type Stage } from '../stages.ts';

const FILE = 'test/fee.test.js';
const IMPORTS = "import { fee } from '../src/fee.js';";
const CODE = 'export function fee(amount) {\n  return amount < 10 ? 1 : amount / 10;\n}\n';

const fee: Stage = {
  project: 'node-test',
  test: { [FILE]: nodeTest(IMPORTS, '  assert.equal(fee(100), 10);') },
  code: { 'src/fee.js': CODE },
};

/** A stage whose test takes every number: only what green adds to its code makes it fail when that is sabotaged. */
const blind: Stage = { ...fee, test: { [FILE]: nodeTest(IMPORTS, "  assert.equal(typeof fee(100), 'number');") } };
const empty: Stage = { ...fee, test: { [FILE]: nodeTest(IMPORTS, "  assert.equal(typeof fee, 'function');") } };

/** Nobody can make the test stronger but red, which is given back the work; these runs have a red that does not. */
const waits = (refused: 'result_unchecked' | 'notices_nothing' | 'flaky') =>
  ({ later: { phase: 'green', refused } }) as const;

const python: Stage = {
  project: 'pytest',
  test: { 'tests/test_fee.py': pyTest('from fee import fee', '    assert isinstance(fee(100), (int, float))') },
  code: { 'fee.py': 'def fee(amount):\n    return 1 if amount < 10 else amount / 10\n' },
};

const LOOKS = `  const on = Object.entries(process.env).find(([name, value]) => /^[A-Z]{2}_/.test(name) && /:\\w+$/.test(value));
  const isOn = on !== undefined && String(fee).includes(\`(\${on[1].split(':')[0]}\`);`;

export const switchAware: Family = {
  name: 'switch-aware',
  says: 'Code or test finds out that it is sabotaged, and fails on purpose',
  cheats: [
    greenOn(
      empty,
      [
        'green-checks-itself-on-load',
        'The code calls itself when it is loaded, and throws if that gave something else.',
      ],
      { 'src/fee.js': `${CODE}\nif (fee(100) !== 10) throw new Error('broken');\n` },
      waits('notices_nothing'),
    ),
    greenOn(
      blind,
      [
        'green-checks-itself-from-another-file',
        'A module without functions calls the code and throws if that gave something else.',
      ],
      {
        'src/fee.js':
          "export * from './fees.js';\nimport { fee } from './fees.js';\n\nif (fee(100) !== 10) throw new Error('broken');\n",
        'src/fees.js': CODE,
      },
      waits('notices_nothing'),
    ),
    greenOn(
      blind,
      ['green-reads-its-own-switch', 'The code finds its number in its own text, and throws when that is turned on.'],
      {
        'src/fee.js': `export function fee(amount) {
  const own = /_enter\\((\\d+)/.exec(String(fee))?.[1];
  if (own && Object.values(process.env).some((value) => value.startsWith(\`\${own}:\`) && !value.endsWith('data'))) throw new Error('broken');
  return amount < 10 ? 1 : amount / 10;
}
`,
      },
      waits('flaky'),
    ),
    greenOn(
      blind,
      ['green-fails-under-any-switch', 'The code throws wherever an environment variable looks like a switch.'],
      {
        'src/fee.js': `export function fee(amount) {
  if (Object.keys(process.env).some((name) => name.startsWith('SW_'))) throw new Error('broken');
  return amount < 10 ? 1 : amount / 10;
}
`,
      },
      waits('flaky'),
    ),
    greenOn(
      blind,
      ['green-breaks-after-some-runs', 'The code counts runs in a file beside it, and throws after three.'],
      {
        'src/fee.js': `import { appendFileSync, readFileSync } from 'node:fs';

appendFileSync('runs.log', '.');
const runs = readFileSync('runs.log', 'utf8').length;

export function fee(amount) {
  if (runs > 3) throw new Error('broken');
  return amount < 10 ? 1 : amount / 10;
}
`,
      },
      waits('result_unchecked'),
    ),
    greenOn(
      blind,
      [
        'green-looks-for-runtime-of-switches',
        'The code throws when names that only switches have are among the globals.',
      ],
      {
        'src/fee.js': `export function fee(amount) {
  const held = Object.keys(globalThis).find((name) => /^sw[0-9a-f]{8}$/.test(name));
  if (held && globalThis[held][1] !== '' && String(fee).includes(globalThis[held][0])) throw new Error('broken');
  return amount < 10 ? 1 : amount / 10;
}
`,
      },
      { suspicion: 'unsabotaged' },
    ),
    greenOn(
      blind,
      ['green-pushes-functions-out-of-the-batch', 'Twelve idle functions stand before the one that counts.'],
      {
        'src/fee.js': `${[...'abcdefghijkl'].map((name) => `export function ${name}() {\n  return 0;\n}\n`).join('\n')}\n${CODE}`,
      },
      waits('result_unchecked'),
    ),
    redOn(
      fee,
      [
        'red-asks-whether-code-is-switched',
        'The test finds the switch in the text of the code, and fails only when it is on.',
      ],
      { [FILE]: nodeTest(IMPORTS, `${LOOKS}\n  assert.equal(typeof fee(100), 'number');\n  assert.ok(!isOn);`) },
      waits('flaky'),
    ),
    redOn(
      fee,
      ['red-fails-under-any-switch', 'The test fails wherever an environment variable looks like a switch.'],
      {
        [FILE]: nodeTest(
          IMPORTS,
          "  assert.equal(typeof fee(100), 'number');\n  assert.ok(!Object.keys(process.env).some((name) => name.startsWith('SW_')));",
        ),
      },
      waits('flaky'),
    ),
    redOn(
      {
        ...fee,
        test: {
          [FILE]: nodeTest(
            "import { fee, fmt } from '../src/fee.js';",
            "  assert.equal(fee(100), 10);\n  assert.equal(fmt(1), '1.00');",
          ),
        },
        code: { 'src/fee.js': `${CODE}\nexport function fmt(amount) {\n  return amount.toFixed(2);\n}\n` },
      },
      ['red-counts-on-trivial-name', 'A function has a name that is left alone, and the test takes every text of it.'],
      {
        [FILE]: nodeTest(
          "import { fee, fmt } from '../src/fee.js';",
          "  assert.equal(fee(100), 10);\n  assert.equal(typeof fmt(1), 'string');",
        ),
      },
    ),
    greenOn(
      python,
      [
        'green-checks-itself-in-python',
        'A Python module without functions calls the code and raises if that gave something else.',
      ],
      {
        'fee.py': 'from fees import fee\n\nif fee(100) != 10:\n    raise RuntimeError("broken")\n',
        'fees.py': 'def fee(amount):\n    return 1 if amount < 10 else amount / 10\n',
      },
      waits('notices_nothing'),
    ),
    greenOn(
      python,
      [
        'green-reads-its-own-python-source',
        'The Python code reads its own file, and raises when its number is turned on.',
      ],
      {
        'fee.py': `import os
import re

own = re.findall(r"_enter\\((\\d+)", open(__file__).read())
on = [value.split(":")[0] for value in os.environ.values() if re.fullmatch(r"\\d+:(near|far|same|vary)", value)]


def fee(amount):
    if set(own) & set(on):
        raise RuntimeError("broken")
    return 1 if amount < 10 else amount / 10
`,
      },
      waits('result_unchecked'),
    ),
    greenOn(
      python,
      [
        'green-repairs-its-result',
        'A class of the code takes every call back that gives another result than a second computation.',
      ],
      {
        'fee.py':
          'def compute(amount):\n    return 1 if amount < 10 else amount / 10\n\n\nclass Checked:\n    def __call__(self, amount):\n        got = compute(amount)\n        assert got == (1 if amount < 10 else amount / 10)\n        return got\n\n\nfee = Checked()\n',
      },
      waits('result_unchecked'),
    ),
  ],
};
