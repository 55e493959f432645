import { posix } from 'node:path';
import { isSlipOf } from '../../base/similar-names.ts';
import type { Diagnostic, FailureKind } from '../../evidence/report.ts';
import type { ProjectText } from '../project-text.ts';
import { type GoModule, importsOf, isOwnPath } from './packages.ts';

interface Diagnosed {
  readonly kind: FailureKind;
  readonly diagnostic: Diagnostic;
}

/** One complaint of the compiler or of `go` itself. */
export interface BuildEntry {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** The package that is spoken of, where the message does not name it. */
  readonly about?: string;
}

/** What one complaint means: something of this module that is not there yet, or a mistake. */
export function diagnose(entry: BuildEntry, module: GoModule, text: ProjectText): Diagnosed {
  const file = entry.file === undefined ? undefined : text.file(entry.file);
  const where = {
    ...(file === undefined ? {} : { file }),
    ...(entry.line === undefined ? {} : { line: entry.line }),
  };
  const source: Source = {
    module,
    imports: importsOf(module.read(file ?? '')),
    isCalled: isCalled(entry, module, file),
    text: module.read(file ?? ''),
  };
  const lost = lostPackage(entry);
  if (lost !== undefined) {
    const ours = isOwnPath(module, lost);
    return { kind: ours ? 'missing' : 'import', diagnostic: { what: 'module', name: lost, ...where, ours } };
  }
  const thing = undefinedName(entry.message, source) ?? missingMember(entry.message, source);
  if (thing !== undefined) return { kind: 'missing', diagnostic: { ...thing, ...where, ours: true } };
  const declared = otherSignature(entry.message, file, source);
  if (declared !== undefined) {
    const [name = ''] = entry.message.split('\n', 1);
    return { kind: 'missing', diagnostic: { what: 'signature', name, from: declared, ...where, ours: true } };
  }
  const kind = isSyntax(entry) ? 'syntax' : NOT_LOADED.test(entry.message) ? 'import' : 'other';
  return { kind, diagnostic: { what: 'other', name: entry.message.split('\n')[0] ?? '', ...where } };
}

interface Source {
  readonly module: GoModule;
  readonly imports: ReadonlyMap<string, string>;
  /** Whether the thing the complaint points at is followed by an opening bracket. */
  readonly isCalled: boolean;
  /** The file that is complained of. */
  readonly text: string;
}

const NO_PACKAGE = [
  /^no required module provides package ([^\s;:]+)/,
  /^package (\S+) is not in (?:GOROOT|std)\b/,
  /^cannot find (?:package|module providing package) "?([^\s":]+)/,
  /does not contain package ([^\s;:]+)/,
  /^missing go\.sum entry for module providing package ([^\s;:]+)/,
];

function lostPackage({ message, about }: BuildEntry): string | undefined {
  if (about !== undefined && /^no (?:non-test )?Go files in /.test(message)) return about;
  return NO_PACKAGE.map((pattern) => pattern.exec(message)?.[1]).find((path) => path !== undefined);
}

/**
 * A name that is not defined. Go cannot tell a name that shall be written from a slip of the pen: an exported name, and
 * one that is called, is taken for the first. So is any other in a test of the package itself, unless the test has a name
 * that is the same but for a slip.
 */
function undefinedName(message: string, source: Source): Diagnostic | undefined {
  const [, qualifier, name] = /^undefined: (?:([\p{L}\p{N}_]+)\.)?([\p{L}\p{N}_]+)$/u.exec(message) ?? [];
  if (name === undefined) return undefined;
  if (qualifier === undefined) return mayCome(name, source) ? { what: 'undefined', name } : undefined;
  const from = source.imports.get(qualifier);
  // Of another package only exported names can ever be had.
  if (from === undefined || !isOwnPath(source.module, from) || !isExported(name)) return undefined;
  return { what: 'export', name, from };
}

function mayCome(name: string, { isCalled, text }: Source): boolean {
  if (isExported(name) || isCalled) return true;
  const clause = /^package ([\p{L}\p{N}_]+)/mu.exec(text)?.[1];
  if (clause === undefined || clause.endsWith('_test')) return false;
  return !(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).some((word) => isSlipOf(name, word));
}

/** A field or method that a type of this module lacks. */
function missingMember(message: string, source: Source): Diagnostic | undefined {
  const [, selected, called] =
    /^\S.* undefined \(type (.+?) has no field or method ([\p{L}\p{N}_]+)/u.exec(message) ?? [];
  const [, field, literal] = /^unknown field '?([\p{L}\p{N}_]+)'? in struct literal of type (.+)$/u.exec(message) ?? [];
  const [, type, method] =
    /(\S+) does not implement .+ \(missing (?:method )?([\p{L}\p{N}_]+)(?: method)?\)/su.exec(message) ?? [];
  const owner = selected ?? literal ?? type;
  const name = called ?? field ?? method;
  if (owner === undefined || name === undefined || !isOwnType(owner, source)) return undefined;
  if (!mayCome(name, { ...source, isCalled: called !== undefined && source.isCalled })) return undefined;
  return { what: 'member', name: `${owner.replace(/^\*|\[.*$/g, '')}.${name}` };
}

/**
 * How the compiler says that something is used otherwise than it is declared: with other arguments, for another type, or
 * for other results. The first group is the thing, or an expression in which it is called.
 */
const OTHERWISE = [
  /^(?:too many|not enough) arguments in call to (.+)$/m,
  / in argument to ([^\s:]+)/,
  /^assignment mismatch: .+ but (.+?) returns? /,
  /^(.+?) \(no value\) used as value/,
  /^cannot use (.+?) \((?:value|variable)\b/,
  /^invalid operation: (.+) \((?:mismatched types|operator \S+ not defined)/,
  /^cannot range over (.+?) \(/,
  /^too (?:many|few) values in (\S+?)\{/,
];

/** The file that declares what is used otherwise, if that is code of this module and no test. */
function otherSignature(message: string, file: string | undefined, source: Source): string | undefined {
  const told = OTHERWISE.map((pattern) => pattern.exec(message)?.[1]).find((one) => one !== undefined);
  if (told === undefined || file === undefined) return undefined;
  // What a type of the test itself lacks is for the test to write.
  if (/ does not implement /.test(message)) return undefined;
  const text = source.module.read(file);
  const expression = told.replace(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, '');
  const words = expression.split(/[^\p{L}\p{N}_.]+/u).filter((word) => word !== '');
  const names = [...calledIn(expression), ...words.flatMap((word) => [word, ...valuesOf(word, text)])];
  return names.map((name) => declaringFile(name, file, source)).find((one) => one !== undefined);
}

/** Functions that are called, and types that are made, in an expression. */
function calledIn(expression: string): readonly string[] {
  return [...expression.matchAll(/([\p{L}_][\p{L}\p{N}_.]*)(?:\[[^\]]*\])?[({]/gu)].map(([, name = '']) => name);
}

/** What a variable of a file is made of. */
function valuesOf(name: string, text: string): readonly string[] {
  if (!/^[\p{L}\p{N}_]+$/u.test(name)) return [];
  const made = new RegExp(`(?:^|[\\s,(;])${name}(?:, *[\\p{L}\\p{N}_]+)* *:?= *([^\\n]+)`, 'gu');
  return [...text.matchAll(made)].flatMap(([, value = '']) => calledIn(value));
}

/** The file of the module, no test, that declares a function, a type or a method. */
function declaringFile(name: string, asker: string, { module, imports }: Source): string | undefined {
  const parts = name.split('.');
  const last = parts.at(-1) ?? '';
  const from = parts.length === 2 ? imports.get(parts[0] ?? '') : undefined;
  if (from !== undefined && !isOwnPath(module, from)) return undefined;
  const isTest = (file: string) => file.endsWith('_test.go');
  const directory = posix.dirname(asker);
  const packages = module.packages.filter((one) =>
    from === undefined ? parts.length > 1 || one.directory === directory : one.importPath === from,
  );
  const isMethod = parts.length > 1 && from === undefined;
  const declares = new RegExp(isMethod ? `^func \\([^)\n]*\\) ${last}[([]` : `^(?:func|type) ${last}[ ([]`, 'm');
  return packages.flatMap(({ files }) => files).find((file) => !isTest(file) && declares.test(module.read(file)));
}

/** Types of this package stand alone, others with their package's name or path before them. */
function isOwnType(type: string, { module, imports }: Source): boolean {
  const bare = type.replace(/^[*&]+/, '');
  const path = /^"(.+)"\./.exec(bare)?.[1];
  if (path !== undefined) return isOwnPath(module, path);
  const [, qualifier, name] = /^(?:([\p{L}\p{N}_]+)\.)?([\p{L}\p{N}_]+)(?:\[.*\])?$/u.exec(bare) ?? [];
  if (name === undefined) return false;
  if (qualifier === undefined) return !BUILTIN.test(name);
  const from = imports.get(qualifier);
  if (from !== undefined) return isOwnPath(module, from);
  return module.packages.some(({ importPath }) => importPath.endsWith(`/${qualifier}`));
}

const BUILTIN =
  /^(?:u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128)|string|bool|byte|rune|error|any|map|func|chan|struct|interface)$/;

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** Columns count bytes. */
function isCalled({ line, column }: BuildEntry, module: GoModule, file: string | undefined): boolean {
  if (file === undefined || line === undefined || column === undefined) return false;
  const row = Buffer.from(module.read(file).split('\n')[line - 1] ?? '', 'utf8');
  const rest = row.subarray(column - 1).toString('utf8');
  return /^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)?(?:\[[^\]]*\])?\(/u.test(rest);
}

/** The compiler says so; `go` itself, which reads test files first, does not: all it says at a place but these is that. */
function isSyntax({ message, file }: BuildEntry): boolean {
  return /^syntax error/.test(message) || (file !== undefined && PARSER.test(message));
}

const PARSER =
  /^(?:expected |missing (?!return)|illegal |unexpected |invalid (?:character|BOM|digit)|unknown escape|escape |\S+ literal not terminated|raw string literal|comment not terminated|imports must appear|mixed named|method has multiple|cannot parenthesize|newline in|non-declaration|string not terminated|eof in)/i;

const NOT_LOADED =
  /import cycle not allowed|use of internal package|is a program, not an importable package|could not import|build constraints exclude all/;
