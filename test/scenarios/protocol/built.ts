import type { ScriptedSession } from '../../../src/runners/script.ts';
import type { Files } from './project.ts';

/** A workflow of one phase that writes code and tests together, under every gate there is for that. */
export const BUILT: Files = {
  'baton.workflow.yaml': `name: built
description: write code with its tests
start: build
phases:
  build:
    agent: builder
    writes: anything
    gates:
      - scope
      - tests
      - quality
      - kinds
      - { name: style, command: "! grep -rn FIXME src" }
    quality: { coverage: 0.8, accuracy: 0.9 }
    on: { complete: end }
    commit: feat
`,
  '.baton/agents/builder.agent.md': '---\nname: builder\ndescription: Builds\nhandoffs: []\n---\nBuild.\n',
  'src/sign.js': 'export function sign(number) {\n  return number < 0 ? -1 : 1;\n}\n',
  'test/sign.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sign } from '../src/sign.js';

test('is positive', () => {
  assert.equal(sign(3), 1);
});

test('is negative', () => {
  assert.equal(sign(-3), -1);
});
`,
  'figures.json': '{"accuracy": 0.97, "cases": 40}\n',
};

export const CONFIG = 'figures: { command: cat figures.json }\n';
export const FLAGS = ['--workflow', 'built'];

const TEST = 'test/double.test.js';

/** The test of what is built, with its assertion left open. */
export function testWith(assertion: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { double } from '../src/double.js';

test('is twice as much', () => {
  ${assertion}
});
`;
}

const CODE = 'export function double(number) {\n  return number * 2;\n}\n';

/** Honest work. */
export const HONEST: Files = { 'src/double.js': CODE, [TEST]: testWith('assert.equal(double(4), 8);') };

/** What an agent that cheats leaves, by what it tries. */
export const CHEATS: Readonly<Record<string, { readonly write: Files; readonly code: string; readonly gate: string }>> =
  {
    'weakens an existing test': {
      write: {
        ...HONEST,
        'test/sign.test.js': String(BUILT['test/sign.test.js']).replace('sign(3), 1', 'sign(3) > 0, true'),
      },
      code: 'existing_test_changed',
      gate: 'tests',
    },
    'skips an existing test': {
      write: {
        ...HONEST,
        'test/sign.test.js': String(BUILT['test/sign.test.js']).replace("test('is neg", "test.skip('is neg"),
      },
      code: 'existing_test_changed',
      gate: 'tests',
    },
    'writes a test that checks nothing': {
      write: { ...HONEST, [TEST]: testWith('double(4);') },
      code: 'notices_nothing',
      gate: 'tests',
    },
    'takes the assertions away': {
      write: {
        ...HONEST,
        'src/double.js':
          "import assert from 'node:assert/strict';\n\nassert.equal = () => undefined;\n\nexport function double() {\n  return 1;\n}\n",
      },
      code: 'expectation_ignored',
      gate: 'tests',
    },
    'edits what decides how tests run': {
      write: {
        ...HONEST,
        'package.json':
          '{ "name": "story", "type": "module", "scripts": { "test": "node --test test/double.test.js" } }\n',
      },
      code: 'test_config_changed',
      gate: 'tests',
    },
    'writes code that no test runs': {
      write: { ...HONEST, 'src/other.js': `export function other() {\n${'  console.log(1);\n'.repeat(40)}}\n` },
      code: 'quality_too_low',
      gate: 'quality',
    },
    'leaves figures that are too low': {
      write: { ...HONEST, 'figures.json': '{"accuracy": 0.5}\n' },
      code: 'quality_too_low',
      gate: 'quality',
    },
    'leaves figures that nobody can read': {
      write: { ...HONEST, 'figures.json': 'very good\n' },
      code: 'quality_unknown',
      gate: 'quality',
    },
    'leaves what a command of the workflow refuses': {
      write: { ...HONEST, 'src/double.js': `// FIXME\n${CODE}` },
      code: 'command_failed',
      gate: 'style',
    },
  };

export function builds(write: Files, more: Partial<ScriptedSession> = {}): ScriptedSession {
  return { phase: 'build', write, result: { status: 'complete', summary: 'built' }, ...more };
}
