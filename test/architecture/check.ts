import { isBuiltin } from 'node:module';
import { findCycles } from './cycles.ts';
import { COMPUTED_IMPORTS, DRAWERS, isTest, mayImport, ROOMS, roomOf } from './rooms.ts';
import type { SourceImport, SourceModule, SourceTree } from './scan.ts';

export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly detail: string;
}

/** Everything the import table and the house rules forbid, found in one tree. */
export function checkSources(tree: SourceTree): Violation[] {
  const product = tree.modules.filter(({ file }) => !isTest(file));
  return [
    ...checkPlaces(tree.files),
    ...checkNames(tree.files),
    ...checkImports(product),
    ...checkPurity(product),
    ...checkCycles(product),
    ...checkOutput(product),
    ...checkProcessStarts(product),
  ];
}

/** Every file belongs to a room of the table, and none lies in a drawer. */
function checkPlaces(files: readonly string[]): Violation[] {
  return files.flatMap((file) => {
    if (roomOf(file) !== undefined) return [];
    const drawer = file.split('/')[1]?.replace(/\..*$/, '') ?? '';
    if (DRAWERS.has(drawer))
      return [{ rule: 'drawer', file, detail: `"${drawer}" says nothing about what belongs there` }];
    return [{ rule: 'unknown-room', file, detail: 'no row of test/architecture/rooms.ts owns this file' }];
  });
}

function checkNames(files: readonly string[]): Violation[] {
  return files
    .filter((file) => file.startsWith('src/') && !AGENT_FILE.test(file))
    .filter((file) => !file.split('/').every((part) => KEBAB_CASE.test(part)))
    .map((file) => ({ rule: 'file-name', file, detail: 'names are kebab-case' }));
}

/** An agent's file is called as the agent is, and some protocols write theirs with a capital. */
const AGENT_FILE = /^src\/protocol\/agents\/[A-Za-z][A-Za-z-]*\.agent\.md$/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Every import stays inside its room or goes where the table allows, by a specifier that can be read. */
function checkImports(modules: readonly SourceModule[]): Violation[] {
  return modules.flatMap(({ file, imports }) => {
    const room = roomOf(file);
    if (room === undefined) return [];
    return imports.flatMap((one) => {
      if (one.specifier === undefined && COMPUTED_IMPORTS.has(file)) return [];
      if (one.specifier === undefined) {
        return [{ rule: 'computed-import', file, detail: 'an import whose target is computed escapes the table' }];
      }
      const why = whyForbidden(room, one);
      return why === undefined ? [] : [{ rule: 'forbidden-import', file, detail: why }];
    });
  });
}

function whyForbidden(room: string, { specifier, target, typeOnly }: SourceImport): string | undefined {
  if (specifier === 'batonpass' || specifier?.startsWith('batonpass/')) return 'imports the package by its own name';
  if (target === undefined) return undefined;
  if (isTest(target)) return `imports a test: ${target}`;
  if (!mayImport(room, target)) return `${room} may not import ${target}`;
  const leaves = roomOf(target) !== room;
  return leaves && ROOMS[room]?.typesOnly && !typeOnly ? `${room} may import only types of ${target}` : undefined;
}

function checkPurity(modules: readonly SourceModule[]): Violation[] {
  return modules
    .filter(({ file }) => ROOMS[roomOf(file) ?? '']?.pure)
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ specifier }) => specifier !== undefined && isBuiltin(specifier))
        .map(({ specifier }) => ({ rule: 'node-in-pure-room', file, detail: `imports ${specifier}` })),
    );
}

function checkCycles(modules: readonly SourceModule[]): Violation[] {
  return findCycles(modules).map((cycle) => ({
    rule: 'import-cycle',
    file: cycle[0] ?? '',
    detail: cycle.join(' -> '),
  }));
}

/** Only the command line prints or exits. */
function checkOutput(modules: readonly SourceModule[]): Violation[] {
  return modules
    .filter(({ file }) => file.startsWith('src/') && roomOf(file) !== 'src/cli')
    .flatMap(({ file, uses }) =>
      [...uses]
        .filter((name) => OUTPUT.test(name))
        .map((name) => ({ rule: 'output-outside-cli', file, detail: `uses ${name}` })),
    );
}

const OUTPUT = /^(console\.[^.]+|process\.exit|process\.(stdout|stderr)\.write)$/;

/** Only `src/sys` starts processes. */
function checkProcessStarts(modules: readonly SourceModule[]): Violation[] {
  return modules
    .filter(({ file }) => file.startsWith('src/') && roomOf(file) !== 'src/sys')
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ specifier }) => specifier === 'child_process' || specifier === 'node:child_process')
        .map(({ specifier }) => ({ rule: 'process-start-outside-sys', file, detail: `imports ${specifier}` })),
    );
}
