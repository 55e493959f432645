import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gitIn } from '../../repository.ts';
import { commitFiles, emptyDirectory, type Files, type Project } from './project.ts';
import { CODE, FIRST_TEST, LOOP, REDUCE, SECOND_TEST, type SumTexts, TEST, ZERO } from './sum.ts';

/** A tiny project of a test framework, and what agents write in it on their way to a sum. */
export interface Language {
  readonly framework: string;
  readonly files: Files;
  readonly texts: SumTexts;
  /** The ids of its two tests, in the order of their cycles. */
  readonly tests: readonly string[];
  /** Whether its framework is among the packages of this repository. */
  readonly isPackage: boolean;
  /** A command that works only where the framework is installed. */
  readonly needs: readonly string[];
}

/** Why a language cannot be played here, if so. */
export function whyNotHere({ needs: [program, ...args] }: Language): string | undefined {
  if (program === undefined || spawnSync(program, args).status === 0) return undefined;
  return `needs ${[program, ...args].join(' ')}`;
}

/** A repository with the files of a language and more, its framework installed, and no plan yet. */
export function projectOf({ files, isPackage }: Pick<Language, 'files' | 'isPackage'>, more: Files = {}): Project {
  const project = emptyDirectory();
  gitIn(project.beside, 'init', '--quiet', '--initial-branch=main', project.path);
  commitFiles(project.path, { ...files, ...more }, 'start');
  if (isPackage) symlinkSync(PACKAGES, join(project.path, 'node_modules'));
  return project;
}

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const JS_TESTS = [`${TEST}::the sum of nothing is zero`, `${TEST}::the sum of two numbers`];
export const JS_TEXTS: SumTexts = {
  testFile: TEST,
  codeFile: CODE,
  firstTest: FIRST_TEST,
  secondTest: SECOND_TEST,
  zero: ZERO,
  loop: LOOP,
  tidy: REDUCE,
};

const JEST_TEST = `const { sum } = require('../src/sum.js');

test('the sum of nothing is zero', () => {
  expect(sum([])).toBe(0);
});
`;

const JEST_SECOND = `
test('the sum of two numbers', () => {
  expect(sum([1, 2])).toBe(3);
});
`;

const PYTHON_TEST = `from adding import total


def test_the_sum_of_nothing_is_zero():
    assert total([]) == 0
`;

const PYTHON_SECOND = `

def test_the_sum_of_two_numbers():
    assert total([1, 2]) == 3
`;

const PYTHON_LOOP = `def total(numbers):
    result = 0
    for number in numbers:
        result += number
    return result
`;

export const LANGUAGES = {
  'node-test': {
    framework: 'node-test',
    files: { 'package.json': '{ "name": "tiny", "type": "module", "scripts": { "test": "node --test" } }\n' },
    texts: JS_TEXTS,
    tests: JS_TESTS,
    isPackage: false,
    needs: [],
  },
  vitest: {
    framework: 'vitest',
    files: {
      'package.json':
        '{ "type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "4" } }\n',
      '.gitignore': 'node_modules\n',
    },
    texts: { ...JS_TEXTS, firstTest: FIRST_TEST.replace('node:test', 'vitest') },
    tests: JS_TESTS,
    isPackage: true,
    needs: [],
  },
  jest: {
    framework: 'jest',
    files: {
      'package.json': '{ "scripts": { "test": "jest" }, "devDependencies": { "jest": "30" } }\n',
      '.gitignore': 'node_modules\n',
    },
    texts: {
      testFile: TEST,
      codeFile: CODE,
      firstTest: JEST_TEST,
      secondTest: JEST_SECOND,
      zero: 'exports.sum = () => 0;\n',
      loop: LOOP.replace('export function', 'exports.sum = function'),
      tidy: 'exports.sum = (numbers) => numbers.reduce((total, number) => total + number, 0);\n',
    },
    tests: JS_TESTS,
    isPackage: true,
    needs: [],
  },
  pytest: {
    framework: 'pytest',
    files: { 'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n' },
    texts: {
      testFile: 'tests/test_adding.py',
      codeFile: 'adding.py',
      firstTest: PYTHON_TEST,
      secondTest: PYTHON_SECOND,
      zero: 'def total(numbers):\n    return 0\n',
      loop: PYTHON_LOOP,
      tidy: 'def total(numbers):\n    return sum(numbers)\n',
    },
    tests: [
      'tests/test_adding.py::test_the_sum_of_nothing_is_zero',
      'tests/test_adding.py::test_the_sum_of_two_numbers',
    ],
    isPackage: false,
    needs: ['python3', '-m', 'pytest', '--version'],
  },
} as const satisfies Readonly<Record<string, Language>>;
