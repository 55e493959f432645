import { languageOf } from '../../code/languages.ts';
import { childOf, isComment, type Syntax } from '../../code/syntax.ts';
import { type FileCoverage, NO_COUNT } from '../../formats/coverage/file-coverage.ts';
import type { FileChange } from '../diff.ts';
import { type FileRoles, isTested, roleOf } from '../file-roles.ts';

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
