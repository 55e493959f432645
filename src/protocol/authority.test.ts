import { describe, expect, it } from 'vitest';
import { builtInWorkflow } from '../engine/workflows.ts';
import { mayHandTo } from './authority.ts';

const AGENTS = ['yuuji', 'megumi', 'nobara', 'gojo'];
const { orchestrator, authority } = builtInWorkflow('domain-zero');

describe('in Domain Zero', () => {
  it.each([
    ['yuuji', ['megumi', 'gojo'], '[R003-49]'],
    ['megumi', ['yuuji', 'gojo'], '[R003-50]'],
    ['nobara', ['yuuji', 'megumi'], '[R003-51]'],
    ['gojo', AGENTS, '[R003-52]'],
  ])('%s may hand to %j only %s', (source, targets) => {
    const allowed = AGENTS.filter((target) => mayHandTo(source, target, { orchestrator, authority }));
    expect(allowed.sort()).toEqual([...targets].sort());
  });
});

describe('who may hand to whom', () => {
  it('is open for agents that nobody limits, and names reach no prototype', () => {
    expect(mayHandTo('a', 'b', {})).toBe(true);
    expect(mayHandTo('toString', 'b', { authority: { a: [] } })).toBe(true);
    expect(mayHandTo('a', 'b', { authority: { a: [] } })).toBe(false);
  });

  it('is never limited for the orchestrating agent', () => {
    expect(mayHandTo('a', 'b', { orchestrator: 'a', authority: { a: [] } })).toBe(true);
  });
});
