import { expect, it } from 'vitest';
import { passed, SAMPLE_ROLES, sampleChange, sampleReport } from '../../testing/evidence-samples.ts';
import { roleOf } from '../file-roles.ts';
import { seenRoles } from './seen-roles.ts';

const role = (path: string, text: string | undefined, isShown = false) => {
  const report = sampleReport(isShown ? [passed(path, 'a')] : []);
  return roleOf(path, seenRoles(SAMPLE_ROLES, [sampleChange(path, text, 'now')], report));
};

it.each([
  ['checks/a.ts', "test('a', f)", true, 'test'],
  ['checks/a.ts', "test('a', f)", false, 'other'],
  ['src/a.ts', 'export const a = 1', true, 'other'],
  ['checks/a.feature', 'Scenario: a', true, 'test'],
  ['src/a.ts', 'if (import.meta.vitest) {}', false, 'mixed'],
  ['src/a.py', '"""\n>>> a()\n"""', true, 'mixed'],
  ['src/check.ts', "import { expect } from 'vitest'", false, 'support'],
  ['src/check.ts', "import assert from 'node:assert'", false, 'other'],
  ['src/reporter.ts', "import { x } from 'vitest/node'", false, 'other'],
  ['check.go', 'package a\n\nimport (\n\t"fmt"\n\t"testing"\n)\n', false, 'support'],
  ['check.py', 'import pytest\n', false, 'support'],
  ['check.py', 'from unittest.mock import Mock\n', false, 'other'],
  ['src/main/java/Check.java', 'import static org.junit.jupiter.api.Assertions.*;', false, 'support'],
  ['src/new.ts', undefined, false, 'other'],
  ['test/a.test.ts', '', false, 'test'],
  ['vitest.config.ts', '', false, 'config'],
] as const)('%s with the text %j, shown in a report: %s, is %s', (path, text, isShown, expected) => {
  expect(role(path, text, isShown)).toBe(expected);
});
