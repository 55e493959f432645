import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS, type Requirement } from './requirements.ts';

const ROOT = join(import.meta.dirname, '..');
const SEEDS = ['000', '001', '002', '003', '004'];

interface Citation {
  readonly file: string;
  readonly id: string;
}

describe('the list of requirements', () => {
  it('holds 120 requirements or more', () => {
    expect(REQUIREMENTS.length).toBeGreaterThanOrEqual(120);
  });

  it('gives every requirement an id of its own', () => {
    const ids = REQUIREMENTS.map((requirement) => requirement.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('numbers the requirements of each source from 01 without a gap', () => {
    const expected = SEEDS.flatMap((seed) => ofSeed(REQUIREMENTS, seed).map((_, index) => idOf(seed, index + 1)));
    expect(REQUIREMENTS.map((requirement) => requirement.id)).toEqual(expected);
  });

  it('names the section that asks for each requirement', () => {
    expect(REQUIREMENTS.filter(({ id, source }) => !source.startsWith(`${seedOf(id)} `))).toEqual([]);
  });

  it('says each requirement once, in one sentence', () => {
    const sentences = REQUIREMENTS.map((requirement) => requirement.sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.filter((sentence) => !/^\S.*\.$/.test(sentence))).toEqual([]);
  });
});

describe('the citations of requirements in tests', () => {
  it('name only requirements that exist', () => {
    const known = new Set(REQUIREMENTS.map((requirement) => requirement.id));
    const unknown = allCitations()
      .filter(({ id }) => !known.has(id))
      .map(({ file, id }) => `${file} cites ${id}`);
    expect(unknown).toEqual([]);
  });

  // That every requirement is cited in the title of a test that passed is seen at the end of a run: test/reporter.ts.
});

function allCitations(): readonly Citation[] {
  return ['src', 'test'].flatMap((folder) => testFilesUnder(join(ROOT, folder))).flatMap(citationsIn);
}

function idOf(seed: string, number: number): string {
  return `R${seed}-${String(number).padStart(2, '0')}`;
}

function seedOf(id: string): string {
  return id.slice(1, 4);
}

function ofSeed(requirements: readonly Requirement[], seed: string): readonly Requirement[] {
  return requirements.filter(({ id }) => seedOf(id) === seed);
}

function testFilesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFilesUnder(path);
    return entry.name.endsWith('.ts') && path !== join(ROOT, 'test/requirements.ts') && path !== import.meta.filename
      ? [path]
      : [];
  });
}

// Wider than a valid id, so that a misspelt one is found and refused instead of overlooked.
function citationsIn(path: string): Citation[] {
  const ids = new Set(readFileSync(path, 'utf8').match(/\bR00\d-\d+/g));
  return [...ids].map((id) => ({ file: relative(ROOT, path), id }));
}
