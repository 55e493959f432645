import { expect, it } from 'vitest';
import { domainZeroName, isSameAgent, roleName } from './agent-aliases.ts';

it('an agent of Domain Zero is known by its role and by its name there, in any case', () => {
  expect(['yuuji', 'Megumi', 'nobara', 'GOJO'].map(roleName)).toEqual([
    ...['implementation-specialist', 'security-analyst', 'ux-specialist', 'mission-control'],
  ]);
  expect(isSameAgent('yuuji', 'implementation-specialist')).toBe(true);
  expect(isSameAgent('yuuji', 'security-analyst')).toBe(false);
  expect(['security-analyst', 'megumi', 'code-reviewer'].map(domainZeroName)).toEqual([
    ...['megumi', 'megumi', 'code-reviewer'],
  ]);
});

it('any other name is its own, also one of an object', () => {
  expect(['code-reviewer', 'constructor'].map(roleName)).toEqual(['code-reviewer', 'constructor']);
  expect(isSameAgent('Dev', 'dev')).toBe(false);
});
