import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../src/evidence/reasons.ts';
import { SUSPICION_CODES } from '../../src/evidence/suspicions/suspicion.ts';
import { BASES } from './projects.ts';
import { FAMILIES, OPEN_FAMILIES, OPEN_THEMES, THEMES } from './registry.ts';
import type { Cheat } from './scene.ts';
import { drawOutcomes } from './table.ts';

const families = [...FAMILIES, ...OPEN_FAMILIES];
const themes = [...THEMES, ...OPEN_THEMES];
const cheats: readonly Cheat[] = families.flatMap((family) => family.cheats);
const scenes = [...cheats, ...themes.flatMap(({ runs }) => runs)];

describe('the cheats and honest runs', () => {
  it('have names that are unique and in kebab-case', () => {
    const names = [...scenes, ...families, ...themes].map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('say in one sentence what somebody does', () => {
    expect(scenes.filter(({ says }) => !/^[A-Z][^\n]*\.$/.test(says)).map(({ name }) => name)).toEqual([]);
  });

  it('name codes that there are, and say how they are caught', () => {
    for (const { name, expect: expected, strict } of cheats) {
      expect(Object.keys(expected), name).not.toEqual([]);
      const refusals = [expected.refused, strict?.refused].filter((code) => code !== undefined);
      expect(Object.keys(REFUSAL_CODES), name).toEqual(expect.arrayContaining(refusals));
      if (expected.suspicion !== undefined) expect(Object.keys(SUSPICION_CODES), name).toContain(expected.suspicion);
    }
  });

  it('are let through only where nothing but an exit code is known', () => {
    const unseen = cheats.filter(({ expect: { unseen } }) => unseen === true);
    expect(unseen.filter(({ project }) => BASES[project].isWeak !== true)).toEqual([]);
  });

  it('are many, of every family that is known', () => {
    expect(cheats.length).toBeGreaterThanOrEqual(60);
    expect(THEMES.flatMap(({ runs }) => runs).length).toBeGreaterThanOrEqual(25);
    expect(FAMILIES.filter(({ cheats: own }) => own.length === 0)).toEqual([]);
  });

  it('leave npm test with a few that are fast', () => {
    const fast = scenes.filter((scene) => scene.fast === true);
    expect(fast.length).toBeGreaterThan(0);
    expect(fast.length).toBeLessThanOrEqual(14);
  });
});

it('the tables count what was caught, suspected, missed and a false alarm, and weak evidence apart', () => {
  const cheat = { family: 'skips', isWeak: false, isSuspected: false, isUnseen: false };
  const tables = drawOutcomes([
    { scene: cheat, isGood: true },
    { scene: { ...cheat, isSuspected: true }, isGood: true },
    { scene: cheat, isGood: false },
    { scene: { ...cheat, isWeak: true }, isGood: true },
    { scene: { ...cheat, isWeak: true, isUnseen: true }, isGood: true },
    { scene: { theme: 'moves' }, isGood: true },
    { scene: { theme: 'moves' }, isGood: false },
  ]);
  const rows = tables.split('\n').map((line) => line.split(/\s*\|\s*/).filter((cell) => cell !== ''));
  expect(rows).toContainEqual(['skips', '3', '2', '1', '1', '1 of 2']);
  expect(rows).toContainEqual(['moves', '2', '1', '1']);
});
