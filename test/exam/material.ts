import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from '../scenarios/tdd/project.ts';
import { EXAM_LANGUAGES, type ExamLanguage } from './languages.ts';

/**
 * A small project of the exam: what a developer writes in one cycle. It is read from a file in `material/`, where code needs
 * no escapes:
 *
 *     === name
 *     item: the item of the test list
 *     kind: feature
 *     --- test tests/test_name.py
 *     (the text of the file)
 */
export interface ExamProject {
  readonly name: string;
  readonly language: ExamLanguage;
  readonly item: string;
  readonly kind: ExamKind;
  /** There before the run starts. */
  readonly base: Files;
  /** What red writes. */
  readonly test: Files;
  /** What green finds in place of its code when the project starts from a stub that raises. */
  readonly stub: Files;
  /** What green writes. */
  readonly code: Files;
  /** What refactor writes, if it does anything. */
  readonly refactor: Files;
  readonly deleted: readonly string[];
  /** Code that answers only the examples of the test. */
  readonly lookup: Files;
  /** The tests are a module at the end of the code: `test` has only that module. */
  readonly isInline: boolean;
}

/** `feature` starts from nothing or a stub, `extraction` and `tests` too but refactor moves code or tests; the rest change code. */
export const EXAM_KINDS = ['feature', 'extraction', 'tests', 'crash', 'change'] as const;
export type ExamKind = (typeof EXAM_KINDS)[number];

const ROLES = ['base', 'test', 'inline', 'stub', 'code', 'refactor', 'deleted', 'lookup'] as const;
type Role = (typeof ROLES)[number];

/** Every project of a folder, in the order of its files. */
export function readMaterial(directory = fileURLToPath(new URL('material/', import.meta.url))): ExamProject[] {
  return readdirSync(directory)
    .sort()
    .flatMap((file) => parseMaterial(file, readFileSync(join(directory, file), 'utf8')));
}

/** The file is named after the language: `python.txt`, `python-classes.txt`. */
export function parseMaterial(file: string, text: string): ExamProject[] {
  const name = file.split(/[-.]/)[0] ?? '';
  const language = EXAM_LANGUAGES.find((one) => one === name);
  if (language === undefined) throw new Error(`${file}: unknown language ${name}.`);
  const [, ...parts] = `\n${text}`.split(/\n=== /);
  return parts.map((part) => parseProject(file, language, part));
}

function parseProject(file: string, language: ExamLanguage, part: string): ExamProject {
  const [head = '', ...sections] = part.split(/\n--- /);
  const [name = '', ...lines] = head.trim().split('\n');
  const settings = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
  const where = `${file}, ${name}`;
  const kind = EXAM_KINDS.find((one) => one === (settings.kind ?? 'feature'));
  if (kind === undefined) throw new Error(`${where}: unknown kind ${settings.kind}.`);
  if (settings.item === undefined) throw new Error(`${where}: item is missing.`);
  const files: Record<Role, Record<string, string>> = {
    ...{ base: {}, test: {}, inline: {}, stub: {}, code: {}, refactor: {}, deleted: {}, lookup: {} },
  };
  for (const section of sections) {
    const [title = '', ...body] = section.split('\n');
    const [word = '', path = ''] = title.trim().split(' ');
    const role = ROLES.find((one) => one === word);
    if (role === undefined || path === '') throw new Error(`${where}: invalid section "${title}".`);
    files[role][path] = `${body.join('\n').trim()}\n`;
  }
  const { inline, deleted, ...others } = files;
  const isInline = Object.keys(inline).length > 0;
  return {
    ...others,
    ...{ name, language, item: settings.item, kind, isInline },
    test: { ...files.test, ...inline },
    deleted: Object.keys(deleted),
  };
}
