import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { directoryForFile } from '../directories.ts';
import { type Files, writeFiles } from '../scenarios/tdd/project.ts';
import { cheatsFor } from './cheats.ts';
import { EXAM_BASES, type ExamLanguage, whyNotPlayed } from './languages.ts';
import { type ExamProject, readMaterial } from './material.ts';

/**
 * Without Baton: tests of the material pass with their code, and so do the tests that cheats make of them. Else a cheat would
 * be refused for not running at all, which says nothing about the gates.
 */
const only = process.env.EXAM_ONLY ?? '';

describe('the material', { timeout: 300_000 }, () => {
  for (const project of readMaterial()) {
    for (const [title, tests] of variantsOf(project)) {
      it.skipIf(!title.includes(only))(`${title} passes with its code`, ({ skip }) => {
        const why = whyNotPlayed(project.language);
        skip(why !== undefined, why);
        expect(runTests(project, tests)).toEqual({ status: 0, output: expect.any(String) });
      });
    }
  }
});

function variantsOf(project: ExamProject): [title: string, tests: Files][] {
  const name = `${project.language} ${project.name}`;
  const cheats = cheatsFor(project).filter(({ name: cheat }) => VARIANTS.test(cheat));
  return [
    [name, project.test],
    ...cheats.map((cheat): [string, Files] => [`${name} ${cheat.name}`, cheat.does(project)?.test ?? {}]),
  ];
}

/** Those of refactor are the same tests in the same words as those of red, but for a few. */
const VARIANTS = /^red-|^refactor-(?:checks-only|drops|deletes)/;

const COMMANDS: Readonly<Record<ExamLanguage, readonly string[]>> = {
  javascript: ['npm', 'test', '--silent'],
  typescript: ['npm', 'test', '--silent'],
  python: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  go: ['go', 'test', './...'],
  rust: ['cargo', 'test', '--offline', '--quiet'],
  java: ['mvn', '--offline', '--quiet', 'test'],
};

function runTests({ language, base, code, isInline }: ExamProject, tests: Files) {
  const directory = directoryForFile('material');
  const { files, isPackage } = EXAM_BASES[language];
  writeFiles(directory, { ...files, ...base, ...code });
  const texts = Object.entries(tests).map(([path, text]) => [path, isInline ? `${code[path]}\n${text}` : text]);
  writeFiles(directory, Object.fromEntries(texts));
  if (isPackage) symlinkSync(PACKAGES, join(directory, 'node_modules'));
  const [program = '', ...args] = COMMANDS[language];
  const { NODE_OPTIONS, VITEST, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: directory, encoding: 'utf8', env: environment });
  return { status, output: `${stdout}${stderr}` };
}

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
