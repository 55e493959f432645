import { join } from 'node:path';
import type { Diagnostic, Failure, FailureKind } from '../../evidence/report.ts';
import { relativeTo, textOf } from '../source-files.ts';
import type { SourceIndex } from '../source-index.ts';

/** One complaint of a compiler of the Java world. */
interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** `symbol:` and `location:` below it. */
  readonly symbol: string;
  readonly location: string;
  /** The lines below it. */
  readonly below: string;
}

/** What could not be compiled, by file, from what Maven or Gradle printed. */
export function compileFailures(output: string, sources: SourceIndex): Map<string, Failure> {
  const byFile = new Map<string, Complaint[]>();
  for (const complaint of complaintsIn(output, sources.directory)) {
    const list = byFile.get(complaint.file) ?? [];
    if (!list.some((other) => keyOf(other) === keyOf(complaint))) list.push(complaint);
    byFile.set(complaint.file, list);
  }
  return new Map([...byFile].map(([file, complaints]) => [file, failureOf(complaints, sources)]));
}

/** Build tools repeat complaints, with other lines below. */
function keyOf({ line, message, symbol, location }: Complaint): string {
  return JSON.stringify([line, message, symbol, location]);
}

/** `[ERROR] /a/B.java:[3,9] message` of Maven, `/a/B.java:3: error: message` of javac, `e: file:///a/B.kt:3:9 message` of Kotlin. */
const HEADS = [
  /^\[ERROR\] (\/.+\.(?:java|kt|groovy|scala)):\[(\d+),\d+\] (?:error: )?(.+)$/,
  /^(\/.+\.(?:java|groovy|scala)):(\d+): error: (.+)$/,
  /^e: (?:file:\/\/)?(\/.+\.kts?):(\d+):\d+:? (.+)$/,
];

function complaintsIn(output: string, directory: string): Complaint[] {
  const complaints: Complaint[] = [];
  const lines = output.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const [, path, number, message = ''] = HEADS.map((head) => head.exec(line)).find((found) => found !== null) ?? [];
    if (path === undefined) continue;
    const following = lines.slice(at + 1, at + 6).map((next) => next.replace(/^\[ERROR\] /, ''));
    const stop = following.findIndex((next) => HEADS.some((head) => head.test(next)) || /^\//.test(next));
    const below = stop < 0 ? following : following.slice(0, stop);
    complaints.push({
      file: relativeTo(directory, path),
      line: Number(number),
      message: message.trim(),
      symbol: told(below, 'symbol'),
      location: told(below, 'location'),
      below: below.join('\n'),
    });
    if (complaints.length >= MOST_COMPLAINTS) break;
  }
  return complaints;
}

const MOST_COMPLAINTS = 1_000;

function told(lines: readonly string[], what: 'symbol' | 'location'): string {
  const found = lines
    .map((line) => /^\s*(symbol|location):\s*(.*\S)\s*$/.exec(line))
    .find((match) => match?.[1] === what);
  return found?.[2] ?? '';
}

function failureOf(complaints: readonly Complaint[], sources: SourceIndex): Failure {
  const judged = complaints.filter((one) => !follows(one, complaints)).map((complaint) => judge(complaint, sources));
  const kind =
    (['syntax', 'import', 'other'] as const).find((one) => judged.some((each) => each.kind === one)) ?? 'missing';
  const lines = complaints.map(
    ({ file, line, message, symbol }) => `${file}:${line}: ${message}${symbol === '' ? '' : ` (${symbol})`}`,
  );
  const [first] = complaints;
  return {
    kind,
    message: lines.join('\n').slice(0, LONGEST),
    ...(first === undefined ? {} : { location: { file: first.file, line: first.line } }),
    diagnostics: judged.map(({ diagnostic }) => diagnostic),
  };
}

const LONGEST = 8_000;

/** Whether a complaint only follows from another one: a static import from a class that is not there. */
function follows({ line, message }: Complaint, complaints: readonly Complaint[]): boolean {
  const isLost = (one: Complaint) => one.line === line && /^cannot find symbol|does not exist$/.test(one.message);
  return /^static import only from/.test(message) && complaints.some(isLost);
}

interface Judged {
  readonly kind: FailureKind;
  readonly diagnostic: Diagnostic;
}

function judge(complaint: Complaint, sources: SourceIndex): Judged {
  const { file, line, message, symbol, location } = complaint;
  const as = (kind: FailureKind, diagnostic: Diagnostic): Judged => ({
    kind,
    diagnostic: { ...diagnostic, file, line },
  });
  const asked = (diagnostic: Diagnostic) => as(diagnostic.ours === true ? 'missing' : 'import', diagnostic);
  const unknownPackage = /^package (\S+) does not exist$/.exec(message)?.[1];
  // javac takes the class of `Order.State` for a package where it does not exist.
  if (unknownPackage !== undefined && /^[A-Z][\w$]*$/.test(unknownPackage)) {
    return as('missing', { what: 'undefined', name: unknownPackage });
  }
  if (unknownPackage !== undefined)
    return asked({ what: 'module', name: unknownPackage, ours: isOwnPackage(unknownPackage, sources) });
  const [, unresolved] = /^[Uu]nresolved reference:? '?([\w$]+)'?/.exec(message) ?? [];
  if (unresolved !== undefined) return as('missing', { what: 'undefined', name: unresolved });
  const declared = otherSignature(complaint, sources);
  if (declared !== undefined) {
    return as('missing', { what: 'signature', name: message.slice(0, 300), from: declared, ours: true });
  }
  if (!/^cannot find symbol/.test(message)) {
    return as(SYNTAX.test(message) ? 'syntax' : 'other', { what: 'other', name: message.slice(0, 300) });
  }
  const [, what = '', name = ''] = /^(\w+) ([\w$.]+)/.exec(symbol) ?? [];
  const [, place = '', owner = ''] = /^(?:variable \S+ of type )?(?:(\w+) )?([\w$.]+)/.exec(location) ?? [];
  if (place === 'package') return asked({ what: 'export', name, from: owner, ours: isOwnPackage(owner, sources) });
  const ownerFile = fileOfType(owner, file, sources);
  // Without an owner, or in the asking class itself: a type may come yet, anything else is a slip in the test.
  if (owner === '' || ownerFile === file) {
    const imported = staticOwner(name, complaint, sources);
    if (imported !== undefined) return as('missing', { what: 'member', name: `${imported}.${name}`, ours: true });
    const isType = what === 'class' || /^[A-Z][a-z]/.test(name);
    return as(isType ? 'missing' : 'other', { what: 'undefined', name });
  }
  const simple = owner.slice(owner.lastIndexOf('.') + 1);
  const diagnostic: Diagnostic = {
    what: 'member',
    name: `${simple}.${name}`,
    from: owner,
    ours: ownerFile !== undefined,
  };
  return as(ownerFile === undefined ? 'other' : 'missing', diagnostic);
}

/** The file of a class; of one inside another, where only its own name is told, by how the asking file writes it. */
function fileOfType(type: string, asker: string, sources: SourceIndex): string | undefined {
  const found = sources.fileOf(type, asker)?.file;
  if (found !== undefined || !/^[A-Z]\w*$/.test(type)) return found;
  const text = textOf(join(sources.directory, asker));
  const [, outer] = new RegExp(`\\b([A-Z]\\w*)\\.${type}\\b`).exec(text) ?? [];
  return outer === undefined ? undefined : sources.fileOf(outer, asker)?.file;
}

/**
 * The class of the project that a name was to come from by a static import: one of that name, or of all names of a class that
 * is there or is still to come.
 */
function staticOwner(name: string, { file }: Complaint, sources: SourceIndex): string | undefined {
  const text = textOf(join(sources.directory, file));
  const imports = [...text.matchAll(/^\s*import\s+static\s+([\w.]+)\.(\w+|\*)\s*;/gm)];
  const [, owner] =
    imports.find(([, from = '', what]) => {
      const isOurs = sources.fileOf(from) !== undefined || isOwnPackage(from.replace(/\.[A-Z].*$/, ''), sources);
      return (what === name || what === '*') && isOurs;
    }) ?? [];
  return owner?.slice(owner.lastIndexOf('.') + 1);
}

/**
 * How javac says that something is used otherwise than it is declared; each names the class that declares it, or the types
 * that do not fit.
 */
const OTHERWISE = [
  /^(?:method|constructor) \S+ in (?:class|interface|enum|record) (\S+) cannot be applied to given types/,
  /^no suitable (?:method|constructor) found for [\s\S]*?^\s*(?:method|constructor) (\S+)\.(?:<[^>]*>)?\w+\(/m,
  /^\S+ has (?:private|protected) access in (\S+)/,
  /^\S+ is not public in (\S+?)[;.]? ?cannot be accessed/,
  /^(?:incompatible|incomparable) types: (\S+) (?:cannot be converted to|and) (\S+)/,
];

/** The file that declares what is used otherwise, if it is one of the project's and not the one that asks. */
function otherSignature({ message, below, file }: Complaint, sources: SourceIndex): string | undefined {
  const found = OTHERWISE.map((pattern) => pattern.exec(`${message}\n${below}`)).find((match) => match !== null);
  const types = (found?.slice(1) ?? []).map((type) => type.replace(/<.*$|[;,]$/g, ''));
  return types.map((type) => fileOfType(type, file, sources)).find((one) => one !== undefined && one !== file);
}

/** The parser's complaints. */
const SYNTAX =
  /expected$|expected\b.*(identifier|found)|^(illegal (start|character)|reached end of file|unclosed|not a statement|class, interface|invalid method declaration|'[^']*' (without|or)|missing return type|unmatched|Expecting|empty character|malformed|text block)/;

/** A package is the project's own if it begins as one of the project's does: by two names, or by the only one. */
function isOwnPackage(name: string, sources: SourceIndex): boolean {
  return sources.packages().some((own) => {
    const [a, b] = own.split('.');
    const [c, d] = name.split('.');
    return (
      own === name ||
      own.startsWith(`${name}.`) ||
      (a === c && (b === undefined || b === d || !TOP_LEVEL.test(a ?? '')))
    );
  });
}

/** Names that many packages share. */
const TOP_LEVEL = /^(com|org|net|io|dev|edu|gov|app|me|[a-z]{2})$/;
