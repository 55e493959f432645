import { describe, expect, it } from 'vitest';
import { overrideConfig } from '../protocol/config.ts';
import type { Config } from '../protocol/config-schema.ts';
import { budgetWarning, flagsFrom, uncommittedWarning } from './run-flags.ts';

const withFlags = (config: Config, options: Record<string, unknown>) => overrideConfig(config, flagsFrom(options));

describe('flags of a run', () => {
  it('stand above baton.yaml, key by key', () => {
    const config = { runner: 'claude', attempts: 2, budget: { usd: 1, minutes: 5 }, approvals: ['plan'] };
    const flags = { attempts: '3', budgetUsd: '2.5', approvals: 'red, green', maxCycles: '7', sandbox: 'off' };
    expect(withFlags(config, flags)).toEqual({
      runner: 'claude',
      attempts: 3,
      budget: { usd: 2.5, minutes: 5 },
      approvals: ['red', 'green'],
      max_cycles: 7,
      sandbox: 'off',
    });
    expect(withFlags(config, {})).toEqual(config);
  });

  it('limit a phase beside the run', () => {
    const config = { budget: { usd: 5, phase: { usd: 1, tokens: 100 } } };
    const flags = { budgetAttempts: '20', budgetPhaseUsd: '2', budgetPhaseMinutes: '0.5' };
    expect(withFlags(config, flags)).toEqual({
      budget: { usd: 5, attempts: 20, phase: { usd: 2, tokens: 100, minutes: 0.5 } },
    });
  });

  it('choose the command runner by a command alone', () => {
    expect(withFlags({ runner: 'claude' }, { command: './agent' })).toEqual({ runner: 'command', command: './agent' });
    expect(withFlags({}, { command: 'a.yaml', runner: 'scripted' })).toEqual({ runner: 'scripted', command: 'a.yaml' });
  });

  it.each([
    [{ attempts: '0' }, 'Invalid flags: attempts is 0 (expected at least 1).'],
    [{ maxCycles: '1.5' }, 'Invalid flags: max_cycles is 1.5 (expected a whole number).'],
    [{ deadlineMin: 'soon' }, '--deadline-min is "soon" (expected a number).'],
    [{ sandbox: 'of' }, 'Invalid flags: sandbox is "of" (expected "auto", "require", "off").'],
  ])('are checked as if they stood in baton.yaml: %j', (flags, message) => {
    expect(() => withFlags({}, flags)).toThrow(message);
  });
});

it('a run without a budget is warned of, one with any limit is not', () => {
  expect(budgetWarning({})).toContain('--budget-usd');
  expect(budgetWarning({ budget: {} })).toContain('--budget-usd');
  expect(budgetWarning({ budget: { phase: {} } })).toContain('--budget-usd');
  expect(budgetWarning({ budget: { minutes: 5 } })).toBeUndefined();
  expect(budgetWarning({ budget: { phase: { usd: 1 } } })).toBeUndefined();
});

it('files in no commit are named, the first few of them', () => {
  expect(uncommittedWarning([])).toBeUndefined();
  const files = ['a', 'b\n', 'c', 'd', 'e', 'f', 'g'].map((path) => ({ path }));
  expect(uncommittedWarning(files)).toContain('no commit has them: a, b, c, d, e and 2 more. Commit them');
});
