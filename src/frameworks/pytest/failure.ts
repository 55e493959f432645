import { z } from 'zod';
import { type Diagnostic, type Failure, type FailureKind, frameSchema } from '../../evidence/report.ts';
import type { ProjectText } from '../project-text.ts';

/** Facts of one exception, as Baton's plugin in pytest tells them. */
export const exceptionSchema = z.object({
  type: z.string(),
  bases: z.array(z.string()),
  message: z.string(),
  /** The last place in the project's code: the one that asked. */
  asker: z.tuple([z.string(), z.int()]).nullable(),
  /** Where a person looks first: the last place in the test's own file. */
  place: z.tuple([z.string(), z.int()]).nullable(),
  missing: z
    .object({
      what: z.enum(['module', 'export', 'member', 'name', 'file']),
      name: z.string(),
      from: z.string().optional(),
      /** Null: nothing of that name is installed or in the project. */
      ours: z.boolean().nullable().optional(),
    })
    .nullable(),
  /** From where it was raised outwards. */
  frames: z.array(frameSchema).default([]),
  /** It is one of the exceptions that the language itself raises. */
  runtime: z.boolean().default(true),
  /** The conftest.py that could not be loaded, where that is what happened. */
  conftest: z.string().optional(),
});
export type PythonException = z.infer<typeof exceptionSchema>;

/** What a judgement of a Python exception needs to know. */
export interface PythonMoment {
  readonly text: ProjectText;
  /** The module was being imported: no test had begun. */
  readonly collecting: boolean;
  /** Whether a manifest of the project asks for the package of a module. */
  isRequired(module: string): boolean;
}

/** Why a test failed or a module could not be imported. */
export function pythonFailure(exception: PythonException, moment: PythonMoment): Failure {
  const { text } = moment;
  const diagnostic = diagnosticOf(exception, moment);
  const [file, line] = exception.place ?? [];
  return {
    kind: kindOf(exception, diagnostic, moment.collecting),
    message: text.message(exception.message),
    ...(file === undefined ? {} : { location: { file: text.file(file), ...(line === undefined ? {} : { line }) } }),
    ...(diagnostic === undefined ? {} : { diagnostics: [diagnostic] }),
    ...raised(exception, text),
  };
}

function raised({ frames, runtime }: PythonException, text: ProjectText) {
  if (frames.length === 0) return {};
  const told = frames.map((frame) => (frame.file === undefined ? frame : { ...frame, file: text.file(frame.file) }));
  return { frames: told, ...(runtime ? { runtime } : {}) };
}

function kindOf(exception: PythonException, diagnostic: Diagnostic | undefined, collecting: boolean): FailureKind {
  const is = (name: string) => exception.bases.includes(name);
  if (is('SyntaxError')) return /^ *File "<\w+>"/.test(exception.message) ? 'other' : 'syntax';
  if (is('SystemExit') || WORKER_DIED.test(exception.message)) return 'crash';
  if (exception.type === 'Failed' && /^Failed: Timeout [>(]/.test(exception.message)) return 'timeout';
  if (is('ImportError')) return diagnostic?.ours === true ? 'missing' : 'import';
  if (is('AttributeError') && diagnostic !== undefined) return 'missing';
  if (diagnostic?.what === 'file') return 'missing';
  if (is('NameError') && isAskedByTest(exception)) return 'other';
  if (collecting) return isPytestsOwn(exception) ? 'other' : 'import';
  return ASSERTIONS.some(is) ? 'assertion' : 'other';
}

/** What pytest-xdist says of the test during which one of its processes ended. */
const WORKER_DIED = /^worker '\w+' crashed while running /;

const ASSERTIONS = ['AssertionError', 'Failed', 'DocTestFailure', 'MultipleDoctestFailures'];

function isAskedByTest({ asker, place }: PythonException): boolean {
  return asker?.[0] === place?.[0];
}

/** pytest complains of how a test is written: a parameter nobody takes, a mark on a wrong thing. */
function isPytestsOwn({ type }: PythonException): boolean {
  return type === 'Failed' || type === 'CollectError' || type === 'UsageError' || type === '';
}

/** What is not there. A name the code itself never defined is a slip, not something to be written yet. */
function diagnosticOf({ missing, asker }: PythonException, moment: PythonMoment): Diagnostic | undefined {
  if (missing === null) return undefined;
  const { what, name, from } = missing;
  const where = asker === null ? {} : { file: moment.text.file(asker[0]), line: asker[1] };
  if (what === 'name') return { what: 'undefined', name, ...where };
  if (what === 'file') return { what, name: moment.text.file(name), ...where };
  const ours = missing.ours ?? !moment.isRequired(from ?? name);
  // An attribute that a package lacks says nothing of this project.
  if (what !== 'module' && !ours) return undefined;
  return { what, name, ...(from === undefined ? {} : { from }), ...where, ours };
}
