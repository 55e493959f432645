import type { Diagnostic, FailureKind } from '../../evidence/report.ts';
import { isOurs } from './missing.ts';
import { type JsProject, relativeFile } from './stack.ts';

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
const COMPLAINT = /^ *([^\s(:][^\n(:]*)(?:\((\d+),\d+\)|:(\d+):\d+)(?: -|:) error TS(\d+): ([^\n]+)/gm;

/** A compilation that fails for several reasons fails for the worst of them. */
const GRAVEST: readonly FailureKind[] = ['syntax', 'other', 'import', 'missing'];

interface Complaint {
  readonly kind: FailureKind;
  readonly diagnostic: Diagnostic;
}

function complaintOf(match: RegExpExecArray, project: JsProject): Complaint {
  const [, path = '', bracketed, coloned, code = '', text = ''] = match;
  const place = { file: relativeFile(path, project), line: Number(bracketed ?? coloned) };
  const quoted = [...text.matchAll(/'"?([^'"\n]+)"?'/g)].map(([, name = '']) => name);
  const [first = text, second = ''] = quoted;

  if (MODULE_CODES.has(code)) {
    const ours = isOurs(first, place.file, project);
    return { kind: ours ? 'missing' : 'import', diagnostic: { what: 'module', name: first, ...place, ours } };
  }
  if (EXPORT_CODES.has(code)) {
    const ours = isOurs(first, place.file, project);
    const name = code === '1192' ? 'default' : second;
    return { kind: ours ? 'missing' : 'import', diagnostic: { what: 'export', name, from: first, ...place, ours } };
  }
  if (MEMBER_CODES.has(code)) return { kind: 'missing', diagnostic: { what: 'member', name: first, ...place } };
  if (NAME_CODES.has(code)) return { kind: 'other', diagnostic: { what: 'undefined', name: first, ...place } };
  const kind = code.length === 4 && code.startsWith('1') ? 'syntax' : 'other';
  return { kind, diagnostic: { what: 'other', name: `TS${code}: ${text}`, ...place } };
}

/** Cannot find module. */
const MODULE_CODES: ReadonlySet<string> = new Set(['2307', '2792', '2732']);
/** Module has no exported member, has no default export. */
const EXPORT_CODES: ReadonlySet<string> = new Set(['2305', '2614', '2724', '1192']);
/** Property does not exist on type. */
const MEMBER_CODES: ReadonlySet<string> = new Set(['2339', '2551']);
/** Cannot find name. */
const NAME_CODES: ReadonlySet<string> = new Set(['2304', '2552', '2503']);
