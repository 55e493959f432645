import { z } from 'zod';
import { languageOf } from '../../code/languages.ts';
import { childOf, isComment, type Syntax } from '../../code/syntax.ts';
import { type Count, type FileCoverage, NO_COUNT } from '../../formats/coverage/file-coverage.ts';
import type { FileChange } from '../diff.ts';
import { type FileRoles, isTested, roleOf } from '../file-roles.ts';

const percent = z.number().min(0).max(100);

/** Shares of the code that tests ran, in percent. */
export const coverageSchema = z.object({ statements: percent, branches: percent, functions: percent, lines: percent });
export type Coverage = Readonly<z.infer<typeof coverageSchema>>;

/** The shares over all files, cut to two decimals; nothing where no file has a line. What there is none of is covered. */
export function summarise(files: readonly FileCoverage[]): Coverage | undefined {
  const sum = (what: keyof Omit<FileCoverage, 'path'>) => percentOf(addUp(files.map((file) => file[what])));
  if (addUp(files.map(({ lines }) => lines)).total === 0) return undefined;
  return { statements: sum('statements'), branches: sum('branches'), functions: sum('functions'), lines: sum('lines') };
}

/** The files of which tests ran least, the worst first. */
export function leastCovered(files: readonly FileCoverage[], most: number): readonly FileCoverage[] {
  const missing = ({ lines: { total, covered } }: FileCoverage) => total - covered;
  return files
    .filter((file) => missing(file) > 0)
    .sort((a, b) => missing(b) - missing(a) || (a.path < b.path ? -1 : 1))
    .slice(0, most);
}

/** A share in percent. Cut, not rounded: what is not reached must not look as if it were. */
export function percentOf({ total, covered }: Count): number {
  return total === 0 ? 100 : Math.floor((covered / total) * 10_000) / 100;
}

function addUp(counts: readonly Count[]): Count {
  return {
    total: counts.reduce((sum, { total }) => sum + total, 0),
    covered: counts.reduce((sum, { covered }) => sum + covered, 0),
  };
}

/**
 * The coverage that counts: of code, not of tests. Code that was written now and that no test even loaded is in no
 * report; it counts with all its lines, none of them run.
 */
export function coverageThatCounts(
  reported: readonly FileCoverage[],
  changes: readonly FileChange[],
  roles: FileRoles,
): readonly FileCoverage[] {
  const known = new Set(reported.map(({ path }) => path));
  const unloaded = changes.filter(({ path }) => !known.has(path) && roleOf(path, roles) === 'other').filter(holdsCode);
  return [...reported.filter(({ path }) => isTested(path, roles)), ...unloaded.map(neverRun)];
}

/** Whether a change leaves code that could be run. Types, and files that only pass names on, leave none. */
function holdsCode({ path, kind, after = '', sources }: FileChange): boolean {
  if (kind === 'deleted' || languageOf(path) === undefined || /\.(?:d\.[cm]?ts|pyi)$/.test(path)) return false;
  const statements = sources?.after?.root.children.filter((node) => node.isNamed && !isComment(node));
  return statements === undefined ? codeLines(after) > 0 : statements.some(isRun);
}

/** Not what is gone once code is compiled, or only passes names on. */
function isRun(node: Syntax): boolean {
  const { type } = childOf(node, 'declaration') ?? childOf(node, 'value') ?? node;
  return !/^(?:(?:import|export)_statement|interface_declaration|type_alias_declaration|ambient_declaration)$/.test(
    type,
  );
}

function neverRun({ path, after = '' }: FileChange): FileCoverage {
  const none = { total: codeLines(after), covered: 0 };
  return { path, lines: none, statements: none, branches: NO_COUNT, functions: NO_COUNT };
}

/** Lines that hold code, as far as can be told without reading the language: no comment, no lone bracket. */
function codeLines(text: string): number {
  return text.split('\n').filter((line) => /\w/.test(line) && !/^\s*(?:\/\/|#|\/?\*)/.test(line)).length;
}
