import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../src/protocol/validate/problem.ts';
import { FAULTS } from './faults.ts';
import { lookAtFiles, told } from './look.ts';

describe('a planted fault is told with file, line and column', () => {
  it.each(FAULTS)('$what', ({ files, told: expected, suggestion }) => {
    const { problems } = lookAtFiles(files);
    expect(problems.map(told)).toEqual([expected]);
    expect(problems[0]?.suggestion).toBe(suggestion ?? problems[0]?.suggestion);
    expect(problems[0]?.message).not.toBe('');
  });

  it('in at least forty ways, among them every kind of problem there is', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(40);
    const kinds = new Set(FAULTS.map((fault) => fault.told.split(' ')[0]));
    expect([...kinds].sort()).toEqual(Object.keys(PROBLEMS).sort());
  });

  it.each([
    ['no_handoffs', '[R003-07]'],
    ['handoff_without_agent', '[R003-08]'],
    ['handoff_without_trigger', '[R003-09]'],
    ['bad_trigger', '[R003-09]'],
    ['handoff_without_context', '[R003-10]'],
    ['bad_context', '[R003-10]'],
    ['custom_trigger_invalid', '[R003-26]'],
    ['unknown_agent', '[R003-58]'],
    ['unauthorised_handoff', '[R003-49] [R003-50] [R003-51]'],
    ['inescapable_cycle', '[R003-60]'],
  ])('and %s is an error, not a warning %s', (code) => {
    const planted = FAULTS.filter(({ told: expected }) => expected.startsWith(`${code} `));
    const severities = planted.flatMap(({ files }) => lookAtFiles(files).problems.map(({ severity }) => severity));
    expect(new Set(severities)).toEqual(new Set(['error']));
  });
});
