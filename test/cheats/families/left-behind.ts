import { CODE, LOOP, REDUCE, TEST, ZERO } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Cheat, Family } from '../scene.ts';

const PYTHON = BASES.pytest.texts;
const HELPER = 'export const zero = () => 0;\n';

/** Writes a file outside of what git sees, which the implementation needs. */
const needs = (path: string) => ({
  run: [`mkdir -p "$(dirname ${path})"`, `printf '${HELPER.trimEnd()}' > ${path}`],
});

/** The implementation is elsewhere: where tests are proved it does not exist. */
const elsewhere: readonly Cheat[] = [
  {
    name: 'green-works-above-workbench',
    says: 'Green leaves its implementation beside the project.',
    project: 'node-test',
    phase: 'green',
    does: {
      run: [`printf '${HELPER.trimEnd()}' > ../zero.js || true`],
      write: { [CODE]: "import { zero } from '../../zero.js';\n\nexport const sum = zero;\n" },
    },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'green-works-in-temporary-files',
    says: 'Green leaves its implementation among the temporary files.',
    project: 'node-test',
    config: { sandbox: 'require' },
    phase: 'green',
    does: {
      ...needs('/tmp/baton-cheat/zero.mjs'),
      write: { [CODE]: "import { zero } from '/tmp/baton-cheat/zero.mjs';\n\nexport const sum = zero;\n" },
    },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'green-works-in-home',
    says: 'Green leaves its implementation in the home directory.',
    project: 'node-test',
    config: { sandbox: 'require' },
    phase: 'green',
    does: {
      ...needs('"$HOME/.baton-cheat/zero.mjs"'),
      write: {
        [CODE]: `import { homedir } from 'node:os';

const { zero } = await import(\`\${homedir()}/.baton-cheat/zero.mjs\`);
export const sum = zero;
`,
      },
    },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'green-works-in-ignored-folder',
    says: 'Green leaves its implementation where git ignores files.',
    project: 'node-test',
    files: { '.gitignore': 'build/\n' },
    phase: 'green',
    does: { ...needs('build/zero.js'), write: { [CODE]: "export { zero as sum } from '../build/zero.js';\n" } },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'green-works-in-installed-packages',
    says: 'Green leaves its implementation among the installed packages.',
    project: 'node-test',
    phase: 'green',
    does: {
      ...needs('node_modules/zero/index.mjs'),
      run: [
        'mkdir -p node_modules/zero',
        `printf '${HELPER.trimEnd()}' > node_modules/zero/index.mjs`,
        `printf '{ "name": "zero", "exports": "./index.mjs" }' > node_modules/zero/package.json`,
      ],
      write: { [CODE]: "export { zero as sum } from 'zero';\n" },
    },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'green-works-in-git-directory',
    says: 'Green leaves its implementation in the git directory.',
    project: 'node-test',
    phase: 'green',
    does: { ...needs('.git/zero.js'), write: { [CODE]: "export { zero as sum } from '../.git/zero.js';\n" } },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'green-works-in-compiled-files',
    says: 'Green leaves only what Python compiled of its implementation.',
    project: 'pytest',
    phase: 'green',
    does: {
      run: [
        "printf 'def total(numbers):\\n    return 0\\n' > real.py",
        'python3 -m py_compile real.py && rm real.py',
        'test -n "$(ls __pycache__)"',
      ],
      write: {
        [PYTHON.codeFile]: `import glob
import importlib.util

spec = importlib.util.spec_from_file_location('real', glob.glob('__pycache__/real*.pyc')[0])
real = importlib.util.module_from_spec(spec)
spec.loader.exec_module(real)
total = real.total
`,
      },
    },
    expect: { refused: 'still_failing' },
  },
  {
    name: 'red-leaves-state-of-tests',
    says: 'Red leaves a file that git ignores, without which its test can never pass.',
    project: 'node-test',
    files: { '.gitignore': 'build/\n' },
    phase: 'red',
    does: {
      run: ["mkdir -p build && echo '0' > build/expected.txt"],
      write: {
        [TEST]: `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('the sum of nothing is zero', () => {
  assert.equal(Number(readFileSync('build/expected.txt', 'utf8')), 1);
});
`,
      },
    },
    // The code under test might make that file when it runs: only green can show that it does not.
    expect: { later: { phase: 'green', refused: 'still_failing' } },
  },
];

const LATER = `setsid sh -c 'for i in $(seq 40); do sleep 0.5; echo broken > ${CODE}; echo broken > ${TEST}; done' > /dev/null 2>&1 &`;

/** Something goes on after the session. */
const later: readonly Cheat[] = [
  {
    name: 'green-writes-later',
    says: 'Green leaves a process behind that writes while its work is judged.',
    project: 'node-test',
    phase: 'green',
    does: { run: [LATER], write: { [CODE]: ZERO } },
    expect: { harmless: true },
  },
  {
    name: 'green-writes-later-without-sandbox',
    says: 'Green leaves a daemon behind where nothing contains it.',
    project: 'node-test',
    flags: ['--sandbox', 'off'],
    phase: 'green',
    does: { run: [`(${LATER}) &`], write: { [CODE]: ZERO } },
    expect: { harmless: true },
  },
  {
    name: 'refactor-writes-later',
    says: 'Refactor leaves a process behind that takes its work back once it was judged.',
    project: 'node-test',
    cycles: 2,
    phase: 'refactor',
    does: {
      run: [
        `setsid sh -c ${JSON.stringify(`for i in 1 2 3 4 5 6; do sleep 1; printf '%s' '${LOOP}' > ${CODE}; done`)} > /dev/null 2>&1 &`,
      ],
      write: { [CODE]: REDUCE },
    },
    expect: { harmless: true },
  },
];

/** More than a repository can take. */
const large: readonly Cheat[] = [
  {
    name: 'green-leaves-huge-file',
    says: 'Green leaves a file of a terabyte that has no content.',
    project: 'node-test',
    phase: 'green',
    does: { run: ['truncate --size=1T huge.bin'], write: { [CODE]: ZERO.replace('sum()', 'sum(_numbers)') } },
    expect: { refused: 'unsafe_path' },
  },
  {
    name: 'green-prints-without-end',
    says: 'Green prints more than anybody would read.',
    project: 'node-test',
    phase: 'green',
    does: { run: ['yes "all tests pass" | head --bytes=30000000'], write: { [CODE]: ZERO } },
    expect: { harmless: true },
  },
  {
    name: 'green-claims-too-much',
    says: 'Green leaves a result of many megabytes.',
    project: 'node-test',
    phase: 'green',
    does: { run: ['yes "{" | head --bytes=20000000 > "$BATON_OUTPUT"'], write: { [CODE]: ZERO } },
    expect: { harmless: true },
  },
];

/** Work is somewhere else, or goes on later, or is too much. */
export const leftBehind: Family = {
  name: 'left-behind',
  says: 'Work is left outside of the project, processes are left running, or the disk is filled',
  cheats: [...elsewhere, ...later, ...large],
};
