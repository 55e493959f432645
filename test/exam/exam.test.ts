import { describe, expect, it } from 'vitest';
import { cheatsFor, EXAM_CHEATS } from './cheats.ts';
import { choosePlays, samplePlays } from './choose.ts';
import { EXAM_LANGUAGES } from './languages.ts';
import { EXAM_KINDS, parseMaterial, readMaterial } from './material.ts';
import { playAll } from './play-all.ts';
import type { ExamPlay } from './plays.ts';
import { drawExam } from './table.ts';

/** `npm test` plays a few of a fixed seed, mostly in languages that build quickly; `npm run exam` as many as an hour allows. */
const FEW = { seed: 4, quick: 18, slow: 2, cheatsEach: 2 };
const SLOW: readonly string[] = ['rust', 'java'];

const projects = readMaterial();
const plays = choosePlays(projects, FEW.seed, FEW.cheatsEach);

describe('the material of the exam', () => {
  it('has at least 80 projects, of every language and kind', () => {
    expect(projects.length).toBeGreaterThanOrEqual(80);
    expect(new Set(projects.map(({ language }) => language))).toEqual(new Set(EXAM_LANGUAGES));
    expect(new Set(projects.map(({ kind }) => kind))).toEqual(new Set(EXAM_KINDS));
  });

  it('has names that are unique in their language', () => {
    const names = projects.map(({ language, name }) => `${language} ${name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('has a test, code and, where there is no code yet, a stub in every project', () => {
    for (const { name, kind, test, code, stub } of projects) {
      const parts = kind === 'crash' || kind === 'change' ? { test, code } : { test, code, stub };
      for (const [part, files] of Object.entries(parts)) expect(Object.keys(files), `${name} ${part}`).not.toEqual([]);
    }
  });

  it('gives at least 10 cheats for every project', () => {
    const few = projects.filter((project) => cheatsFor(project).length < 10);
    expect(few.map(({ language, name }) => `${language} ${name}`)).toEqual([]);
  });

  it('is refused where it cannot be read', () => {
    expect(() => parseMaterial('cobol.txt', '')).toThrow('unknown language');
    expect(() => parseMaterial('go.txt', '=== a\nkind: x\n')).toThrow('unknown kind');
    expect(() => parseMaterial('go.txt', '=== a\n')).toThrow('item is missing');
    expect(() => parseMaterial('go.txt', '=== a\nitem: b\n--- tests x.go\n')).toThrow('invalid section');
  });
});

describe('the choice of plays', () => {
  it('is the same for the same seed', () => {
    const titles = (seed: number) => choosePlays(projects, seed, 2).map(({ title }) => title);
    expect(titles(1)).toEqual(titles(1));
    expect(titles(1)).not.toEqual(titles(2));
  });

  it('has every cheat in it', () => {
    const cheats = new Set(choosePlays(projects, 1, 4).map(({ cheat }) => cheat?.name));
    expect([...cheats].filter((name) => name !== undefined).sort()).toEqual(EXAM_CHEATS.map(({ name }) => name).sort());
  });
});

it('the table counts honest runs by their start, and cheats by what came of them', () => {
  const honest = { language: 'go', cheat: undefined, codes: [] } as const;
  const cheat = { language: 'go', column: 'cheat', cheat: 'red-a', codes: [] } as const;
  const text = drawExam([
    { ...honest, column: 'nothing', outcome: 'accepted' },
    { ...honest, column: 'nothing', outcome: 'refused' },
    { ...honest, column: 'stub', outcome: 'suspected' },
    { ...cheat, outcome: 'refused' },
    { ...cheat, outcome: 'accepted' },
    { ...cheat, column: 'apart', cheat: 'green-b', outcome: 'accepted' },
  ]);
  const rows = text.split('\n').map((line) => line.split(/\s*\|\s*/).filter((cell) => cell !== ''));
  expect(rows).toContainEqual(['Go', '1 of 2', '1 of 1', '-', '1', '2', '1', '0', '1', '0']);
  expect(rows).toContainEqual(['red-a', '2', '1', '0', '1', '0']);
});

const isSlow = ({ project }: ExamPlay) => SLOW.includes(project.language);
playAll(`${FEW.quick + FEW.slow} plays of the exam, seed ${FEW.seed}`, [
  ...samplePlays(
    plays.filter((play) => !isSlow(play)),
    FEW.seed,
    FEW.quick,
  ),
  ...samplePlays(plays.filter(isSlow), FEW.seed, FEW.slow),
]);
