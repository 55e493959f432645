import type { Diagnostic, FailureKind } from '../../evidence/report.ts';
import { isOurs } from './missing.ts';
import { type JsProject, relativeFile } from './stack.ts';
import { type Owner, ownerAt } from './ts-owner.ts';

/** What a TypeScript compiler in front of the tests complains of (ts-jest, ts-node), if a message is its complaint. */
export function typeScriptFailure(
  message: string,
  project: JsProject,
): { readonly kind: FailureKind; readonly diagnostics: readonly Diagnostic[] } | undefined {
  const complaints = [...message.matchAll(COMPLAINT)].slice(0, 200);
  if (complaints.length === 0) return undefined;
  const read = complaints.map((match) => complaintOf(match, project));
  const kind = GRAVEST.find((grave) => read.some((complaint) => complaint.kind === grave)) ?? 'other';
  return { kind, diagnostics: read.map(({ diagnostic }) => diagnostic) };
}

/** `a.test.ts:1:21 - error TS2307: ...` and `a.test.ts(1,21): error TS2307: ...`. */
const COMPLAINT = /^ *([^\s(:][^\n(:]*)(?:\((\d+),(\d+)\)|:(\d+):(\d+))(?: -|:) error TS(\d+): ([^\n]+)/gm;

/** A compilation that fails for several reasons fails for the worst of them. */
const GRAVEST: readonly FailureKind[] = ['syntax', 'other', 'import', 'missing'];

interface Complaint {
  readonly kind: FailureKind;
  readonly diagnostic: Diagnostic;
}

function complaintOf(match: RegExpExecArray, project: JsProject): Complaint {
  const [, path = '', line, column, ownLine, ownColumn, code = '', text = ''] = match;
  const place = { file: relativeFile(path, project), line: Number(line ?? ownLine) };
  const owner = () => ownerAt({ ...place, column: Number(column ?? ownColumn) }, project);
  const quoted = [...text.matchAll(/'"?([^'"\n]+)"?'/g)].map(([, name = '']) => name);
  const [first = text, second = ''] = quoted;

  if (MODULE_CODES.has(code)) {
    const ours = isOurs(first, place.file, project);
    return { kind: ours ? 'missing' : 'import', diagnostic: { what: 'module', name: first, ...place, ours } };
  }
  if (EXPORT_CODES.has(code)) {
    const ours = isOurs(first, place.file, project);
    const name = DEFAULT_CODES.has(code) ? 'default' : second;
    return { kind: ours ? 'missing' : 'import', diagnostic: { what: 'export', name, from: first, ...place, ours } };
  }
  if (MEMBER_CODES.has(code)) {
    const { whose, root } = owner();
    const name = root === undefined || root === '' ? first : `${root}.${first}`;
    if (whose !== 'file') return { kind: 'missing', diagnostic: { what: 'member', name, ...place } };
  }
  if (SIGNATURE_CODES.has(code)) {
    const signature = signatureOf(`TS${code}: ${text}`, place, owner());
    if (signature !== undefined) return { kind: 'missing', diagnostic: signature };
  }
  if (NAME_CODES.has(code)) return { kind: 'other', diagnostic: { what: 'undefined', name: first, ...place } };
  const kind = code.length === 4 && code.startsWith('1') ? 'syntax' : 'other';
  return { kind, diagnostic: { what: 'other', name: `TS${code}: ${text}`, ...place } };
}

function signatureOf(name: string, place: { file: string; line: number }, { whose, from }: Owner) {
  if (whose !== 'project') return undefined;
  const declaring = from === undefined ? {} : { from: /\.[cm]?[jt]sx?$/.test(from) ? from : `${from}.ts` };
  return { what: 'signature', name, ...declaring, ...place, ours: true } as const;
}

/** A type error that a checker beside the tests found (Vitest); it gives the place and not the code. */
export function typeCheckFailure(message: string, at: TypePlace, project: JsProject): Complaint {
  const place = { file: relativeFile(at.file, project), line: at.line };
  const signature = signatureOf(message, place, ownerAt({ ...place, column: at.column }, project));
  if (signature !== undefined) return { kind: 'missing', diagnostic: signature };
  return { kind: 'other', diagnostic: { what: 'other', name: message, ...place } };
}

interface TypePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Cannot find module. */
const MODULE_CODES: ReadonlySet<string> = new Set(['2307', '2792', '2732']);
/** Module has no exported member, has no default export. */
const EXPORT_CODES: ReadonlySet<string> = new Set(['2305', '2614', '2724', '2459', '2460', '1192', '2613']);
const DEFAULT_CODES: ReadonlySet<string> = new Set(['1192', '2613']);
/** Property does not exist on type. */
const MEMBER_CODES: ReadonlySet<string> = new Set(['2339', '2551', '2694']);
/**
 * Something is used otherwise than it is declared: other arguments (2554, 2555, 2345, 2769), type arguments (2558, 2314,
 * 2315, 2344), properties (2353, 2559, 2561, 2739, 2740, 2741), another type (2322, 2367), not to be called or constructed
 * (2349, 2351, 2673, 2674), not to be reached or written (2341, 2445, 2540).
 */
const SIGNATURE_CODES: ReadonlySet<string> = new Set(
  '2554 2555 2345 2769 2558 2314 2315 2344 2353 2559 2561 2739 2740 2741 2322 2367 2349 2351 2673 2674 2341 2445 2540'.split(
    ' ',
  ),
);
/** Cannot find name. */
const NAME_CODES: ReadonlySet<string> = new Set(['2304', '2552', '2503']);
