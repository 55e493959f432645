import { posix } from 'node:path';
import type { Diagnostic, Failure, FailureKind } from '../../evidence/report.ts';
import type { CompilerError, Span } from './messages.ts';

/** What of a workspace is needed to tell its own names from others. */
export interface RustProject {
  /** Names of its own crates, as code writes them. */
  readonly crates: ReadonlySet<string>;
  /** Names of crates it depends on. */
  readonly dependencies: ReadonlySet<string>;
  /** The crate that a source gives another name (`use calc as c`), by that name. */
  crateCalled(name: string): string | undefined;
  /** Whether a type of this name is defined in the project. */
  definesType(name: string): boolean;
  /** Whether the code of the project, not its tests, declares a function, type or other item of this name. */
  declares(name: string): boolean;
  /** Whether a line is in the code of the project, not in its tests. */
  isCode(path: string, line: number): boolean;
  /** Whether a source brings all names of a crate of the project into scope, traits among them (`use calc::*`). */
  opensCrate(path: string): boolean;
  /** A path of the compiler's as reports name it. */
  relative(path: string): string;
}

/** Why something could not be compiled, from all complaints about it. */
export function compileFailure(errors: readonly CompilerError[], project: RustProject): Failure {
  const judged = errors.flatMap((error) => judge(error, project));
  const has = (kind: FailureKind) => judged.some((one) => one.kind === kind);
  const kind = (['syntax', 'import', 'other'] as const).find(has) ?? 'missing';
  const [first] = judged;
  const diagnostics = unique(judged.map(({ diagnostic }) => diagnostic));
  const message = [...new Set(errors.map(({ rendered }) => rendered.trim()))].join('\n\n');
  return {
    kind,
    message: message.length > LONGEST ? `${message.slice(0, LONGEST)} ...` : message,
    ...(first?.diagnostic.file === undefined ? {} : { location: placeOf(first.diagnostic) }),
    diagnostics,
  };
}

const LONGEST = 8_000;

interface Judged {
  readonly kind: FailureKind;
  readonly diagnostic: Diagnostic;
}

function judge(error: CompilerError, project: RustProject): Judged[] {
  const primary = error.spans.filter((span) => span.is_primary);
  const [span = error.spans[0]] = primary;
  const written = span === undefined ? undefined : writtenAt(span);
  const place = written === undefined ? {} : { file: project.relative(written.file_name), line: written.line_start };
  const one = (kind: FailureKind, diagnostic: Diagnostic): Judged[] => [
    { kind, diagnostic: { ...diagnostic, ...place } },
  ];
  if (error.code === 'E0432') return primary.flatMap((at, index) => unresolvedImport(error, at, index, project));
  if (error.code === 'E0433' && span !== undefined) {
    const type = /^use of undeclared type `([^`]+)`/.exec(span.label ?? '')?.[1];
    if (type !== undefined) return one('missing', { what: 'undefined', name: type });
    const found = unresolvedPath(span, project);
    if (found !== undefined) return one(kindOfAsked(found), found);
  }
  const file = /^file not found for module `([^`]+)`/.exec(error.message)?.[1];
  if (file !== undefined) return one('missing', { what: 'module', name: file, ours: true });
  const crate = /^can't find crate for `([^`]+)`/.exec(error.message)?.[1];
  if (crate !== undefined) return one('import', { what: 'module', name: crate, ours: false });
  const name = unfoundName(error.message, span, project);
  if (name !== undefined) return one(name.kind, name.diagnostic);
  const other = otherKind(error, project);
  if (other !== undefined) return one('missing', other);
  const member = unfoundMember(error.message, written?.file_name, project);
  if (member !== undefined) return one(member.ours === true ? 'missing' : 'other', member);
  const signature = otherSignature(error, project);
  if (signature !== undefined) return one('missing', signature);
  const kind = isSyntax(error) ? 'syntax' : 'other';
  return one(kind, { what: 'other', name: [error.code, error.message].filter(Boolean).join(': ').slice(0, 300) });
}

/** `use a::b::c` where something on the way is not there; the label says what. */
function unresolvedImport(error: CompilerError, span: Span, index: number, project: RustProject): Judged[] {
  const paths = [...error.message.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const path = paths[index] ?? paths[0] ?? '';
  const place = { file: project.relative(span.file_name), line: span.line_start };
  const unlinked = /(?:unlinked crate|undeclared crate or module|missing crate) `([^`]+)`/.exec(span.label ?? '')?.[1];
  const ours = unlinked === undefined ? isOurs(path, project) : project.crates.has(unlinked);
  const isModule = unlinked !== undefined || /^could not find /.test(span.label ?? '');
  const diagnostic: Diagnostic = isModule
    ? { what: 'module', name: unlinked ?? path, ours, ...place }
    : {
        what: 'export',
        name: path.slice(path.lastIndexOf(':') + 1),
        from: path.replace(/::[^:]+$/, ''),
        ours,
        ...place,
      };
  return [{ kind: kindOfAsked(diagnostic), diagnostic }];
}

/** `a::b::c` in an expression or a type where `a` or `b` is not there. */
function unresolvedPath(span: Span, project: RustProject): Diagnostic | undefined {
  const label = span.label ?? '';
  const unlinked = /(?:unlinked crate|undeclared crate or module|missing crate) `([^`]+)`/.exec(label)?.[1];
  if (unlinked !== undefined) return { what: 'module', name: unlinked, ours: project.crates.has(unlinked) };
  const name = /^could not find `([^`]+)` in /.exec(label)?.[1];
  if (name === undefined) return undefined;
  const path = `${pathBefore(span)}${name}`;
  return { what: 'module', name: path, ours: isOurs(path, project) };
}

const NOT_FOUND = /^cannot find ([\w, ]+?) `([^`]+)` in (?:this scope|(?:[\w ]+ )?`([^`]+)`)/;

/** A function, type, trait, macro or value that is not there: in a crate or module of the project, or in scope. */
function unfoundName(message: string, span: Span | undefined, project: RustProject): Judged | undefined {
  const [, what = '', name = '', where] = NOT_FOUND.exec(message) ?? [];
  if (name === '' || /attribute|derive/.test(what)) return undefined;
  if (where !== undefined) {
    const from = (span === undefined ? '' : pathBefore(span).replace(/::$/, '')) || where;
    const diagnostic: Diagnostic = { what: 'export', name, from, ours: isOurs(from, project) };
    return { kind: kindOfAsked(diagnostic), diagnostic };
  }
  // A local name in small letters is a slip in the test itself; what is called or named like a type may come yet.
  const isSlip = what === 'value' && !/^[A-Z]/.test(name);
  return { kind: isSlip ? 'other' : 'missing', diagnostic: { what: 'undefined', name } };
}

/**
 * Something of the project is there under that name, but as something else: a function is called that only the crate is
 * called after, a trait is wanted where there is a struct.
 */
function otherKind({ code = '', message }: CompilerError, project: RustProject): Diagnostic | undefined {
  const [, name] = /^expected [^`]+, found [\w ]+ `([^`]+)`/.exec(message) ?? [];
  if (name === undefined || !OTHER_KIND_CODES.has(code)) return undefined;
  const bare = name.split('::').at(-1) ?? name;
  const ours = project.crates.has(name) || project.declares(bare) || project.definesType(bare);
  return ours ? { what: 'undefined', name } : undefined;
}

const OTHER_KIND_CODES: ReadonlySet<string> = new Set('E0404 E0423 E0532 E0573 E0574'.split(' '));

/**
 * A method, function, variant or field that a type does not have. A type of others gets methods by a trait only, which has to
 * be in scope where they are called.
 */
function unfoundMember(message: string, path: string | undefined, project: RustProject): Diagnostic | undefined {
  const [, name, type] =
    /^no [\w ,]+ named `([^`]+)` found for [\w ]+ `([^`]+)`/.exec(message) ??
    /^no field `([^`]+)` on type `([^`]+)`/.exec(message) ??
    [];
  const [, owner, field] = /^(?:struct|variant|union) `([^`]+)` has no field named `([^`]+)`/.exec(message) ?? [];
  const member = name ?? field;
  const of = (type ?? owner)?.replace(/^[&*]+('\w+ )?(mut |const |dyn )*/, '').replace(/<.*$/, '');
  if (member === undefined || of === undefined) return undefined;
  const bare = of.slice(of.lastIndexOf(':') + 1);
  const mayCome =
    name !== undefined && path !== undefined && !message.startsWith('no field') && project.opensCrate(path);
  return { what: 'member', name: `${bare}::${member}`, ours: project.definesType(bare) || mayCome };
}

/**
 * Something of the project is used otherwise than it is declared: with other arguments (E0061, E0107, E0308), from outside
 * (E0603, E0616, E0624), or as what it is not (E0277, E0369, a trait that E0599 asks for ...). The compiler says where it is defined, or names the type.
 */
function otherSignature(error: CompilerError, project: RustProject): Diagnostic | undefined {
  if (error.code !== undefined && !SIGNATURE_CODES.has(error.code)) return undefined;
  if (
    error.code === undefined &&
    !/^(?:cannot construct `[^`]+` with struct literal|no rules expected)/.test(error.message)
  ) {
    return undefined;
  }
  const name = [error.code, error.message].filter(Boolean).join(': ').slice(0, 300);
  const places = [
    ...error.spans.filter(({ label }) => /(?:defined here|when calling this macro)$/.test(label ?? '')),
    ...(error.children ?? []).filter(({ message }) => DEFINITION.test(message)).flatMap(({ spans }) => spans),
  ].map(writtenAt);
  const [defined] = places.filter(({ file_name }) => !file_name.startsWith('/rustc/'));
  if (defined !== undefined) {
    if (!project.isCode(defined.file_name, defined.line_start)) return undefined;
    return { what: 'signature', name, from: project.relative(defined.file_name), ours: true };
  }
  const named = error.code === 'E0308' ? calledAt(error) : typeIn(error.message);
  return named !== undefined && project.declares(named) ? { what: 'signature', name, ours: true } : undefined;
}

const SIGNATURE_CODES: ReadonlySet<string> = new Set(
  'E0061 E0107 E0308 E0603 E0616 E0624 E0277 E0369 E0599 E0063 E0600 E0608 E0618 E0023 E0026 E0027'.split(' '),
);
const DEFINITION = /\b(?:defined|declared) here\b|^`[^`]+` does not implement |might be missing for/;

/** The type that an error is about: `calc::Money` of "`calc::Money` doesn't implement `Debug`". */
function typeIn(message: string): string | undefined {
  const [, first = ''] = /`&*(?:mut )?([\w:]+)/.exec(message) ?? [];
  const [, owner] =
    /(?:of|for) (?:struct|enum|union|variant) `([\w:]+)|in initializer of `([\w:]+)/.exec(message)?.filter(Boolean) ??
    [];
  return (owner ?? first).replace(/:$/, '').split('::').at(-1);
}

/** The function whose value has another type than is wanted, where the place is a call of it. */
function calledAt({ spans }: CompilerError): string | undefined {
  const span = spans.find(({ is_primary }) => is_primary);
  const {
    text,
    column_start: start,
    column_end: end,
  } = span === undefined ? { text: [], column_start: 1 } : writtenAt(span);
  const written = text?.[0]?.text.slice(start - 1, end === undefined ? undefined : end - 1) ?? '';
  return /^(?:\w+::)*(\w+)(?:::<[^>]*>)?\(/.exec(written)?.[1] ?? /\.(\w+)\([^()]*\)$/.exec(written)?.[1];
}

/** Where a complaint stands in a file of somebody's: of what a macro expands to, where the macro is used. */
function writtenAt(span: Span): Omit<Span, 'expansion'> {
  const places = [span, span.expansion?.span, span.expansion?.span.expansion?.span];
  return places.find((place) => place !== undefined && !place.file_name.startsWith('/rustc/')) ?? span;
}

/** The path written before a place: `calc::inner::` of `calc::inner::f()`. */
function pathBefore(span: Span): string {
  const text = span.text?.[0]?.text.slice(0, span.column_start - 1) ?? '';
  return /(?:\w+::)+$/.exec(text)?.[0] ?? '';
}

function isOurs(path: string, { crates, dependencies, crateCalled }: RustProject): boolean {
  const written = path.replace(/^::/, '').split('::')[0] ?? '';
  const first = crateCalled(written) ?? written;
  if (crates.has(first) || /^(crate|self|super)$/.test(first)) return true;
  return !dependencies.has(first) && !/^(std|core|alloc|proc_macro|test)$/.test(first) && path.includes('::');
}

function kindOfAsked({ ours }: Diagnostic): FailureKind {
  return ours === true ? 'missing' : 'import';
}

/** The parser's complaints have no code, but for unended literals and comments. */
function isSyntax({ code, message }: CompilerError): boolean {
  if (code !== undefined) return /^E0(748|758|762|763|765|766|768)$/.test(code);
  return /^(expected|unexpected|mismatched|unclosed|unterminated|this file contains|unknown (start of token|prefix)|missing|incorrect|invalid|leading|prefix|keyword|non-item|macro expansion ignores|found invalid|`[^`]*` (is|are) not|visibility)\b/.test(
    message,
  );
}

function placeOf({ file = '', line }: Diagnostic) {
  return line === undefined ? { file: posix.normalize(file) } : { file: posix.normalize(file), line };
}

function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}
