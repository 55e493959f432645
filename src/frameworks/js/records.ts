import { z } from 'zod';

/** What Baton's own reporters write, one record a line. The last must be an `end` that counts the others right. */
const errorSchema = z.object({
  message: z.string(),
  name: z.string().optional(),
  code: z.string().optional(),
  stack: z.string().optional(),
  file: z.string().optional(),
  /** Where a type checker found it. */
  typed: z.object({ file: z.string(), line: z.int(), column: z.int() }).optional(),
});
export type RecordedError = z.infer<typeof errorSchema>;

const testSchema = z.object({
  /** Names from the outermost group to the test. */
  path: z.array(z.string()).min(1),
  /** `errored`: a hook kept it from running. `unknown`: it never came to an end. */
  state: z.enum(['passed', 'failed', 'skipped', 'todo', 'errored', 'unknown']),
  errors: z.array(errorSchema),
  ms: z.number().optional(),
  /** It is expected to fail. */
  fails: z.boolean().optional(),
  /** Where it is declared; `through` tells calls of one function that declares tests apart. */
  declared: z.object({ line: z.int(), column: z.int().optional(), through: z.string().optional() }).optional(),
});
export type RecordedTest = z.infer<typeof testSchema>;

const recordSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    /** Settings that keep some tests from running. */
    restricts: z.array(z.string()),
  }),
  /** A file that is about to run: the process may end with it. */
  z.object({ type: z.literal('begin'), file: z.string() }),
  z.object({
    type: z.literal('file'),
    file: z.string(),
    project: z.string().optional(),
    /** Its types were checked; nothing was run. */
    types: z.boolean().optional(),
    state: z.enum(['run', 'uncollected', 'unfinished']),
    errors: z.array(errorSchema),
    tests: z.array(testSchema),
    /** Errors of hooks after whose tests had run. */
    groups: z.array(z.object({ path: z.array(z.string()), errors: z.array(errorSchema) })),
  }),
  z.object({
    type: z.literal('error'),
    error: errorSchema,
    label: z.string().optional(),
    during: z.string().optional(),
  }),
  z.object({
    type: z.literal('end'),
    files: z.int(),
    tests: z.int(),
    interrupted: z.boolean(),
    restricts: z.array(z.string()),
    /** Absolute globs of test files. */
    include: z.array(z.string()),
    /** Names that settings of the framework map to files of the project. */
    aliases: z.array(z.string()).optional(),
  }),
]);
type Recorded = z.infer<typeof recordSchema>;
export type RecordedFile = Extract<Recorded, { type: 'file' }>;
export type RecordedRunError = Extract<Recorded, { type: 'error' }>;

export interface Records {
  readonly started: boolean;
  readonly include: readonly string[];
  readonly aliases?: readonly string[];
  readonly restricts: readonly string[];
  readonly begun: readonly string[];
  readonly files: readonly RecordedFile[];
  readonly errors: readonly RecordedRunError[];
  /** Nothing if the records are whole; else why they prove nothing. */
  readonly damage: string | null;
}

/**
 * Reads records. What comes before damage is kept, for a person; the damage is told. Errors that other processes of the
 * run wrote down for themselves come apart, as many of them as can be read.
 */
export function readRecords(text: string, cut: boolean, stray = ''): Records {
  const records: Recorded[] = [];
  let damage: string | null = cut ? 'the report is too large or was taken away' : null;
  for (const line of linesOf(text)) {
    const record = recordOf(line);
    if (record === undefined) {
      damage ??= `line ${records.length + 1} of the report cannot be read`;
      break;
    }
    records.push(record);
  }
  const of = <T extends Recorded['type']>(type: T) =>
    records.filter((record): record is Extract<Recorded, { type: T }> => record.type === type);
  const starts = of('start');
  const ends = of('end');
  return {
    started: starts.length > 0,
    include: ends.flatMap(({ include }) => include),
    aliases: ends.flatMap(({ aliases = [] }) => aliases),
    restricts: [...new Set([...starts, ...ends].flatMap(({ restricts }) => restricts))],
    begun: of('begin').map(({ file }) => file),
    files: of('file'),
    errors: [...of('error'), ...strayErrors(stray)],
    damage: damage ?? wrongEnd(records),
  };
}

function strayErrors(text: string): RecordedRunError[] {
  const records = [...linesOf(text)].map(recordOf);
  const errors = records.filter((record) => record?.type === 'error');
  // Processes write in any order; the report is the same each time.
  return errors.sort((a, b) => (a.error.message < b.error.message ? -1 : 1)).slice(0, 100);
}

function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const to = text.indexOf('\n', from);
    // Without its line break a record was cut off while it was written.
    yield to < 0 ? '' : text.slice(from, to);
    from = to < 0 ? text.length : to + 1;
  }
}

function recordOf(line: string): Recorded | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Only errors of taking things down may come after the end. */
function wrongEnd(records: readonly Recorded[]): string | null {
  const at = records.findIndex(({ type }) => type === 'end');
  const end = records[at];
  if (end?.type !== 'end') return 'the run ended before its report did';
  if (records[0]?.type !== 'start' || records.slice(at + 1).some(({ type }) => type !== 'error')) {
    return 'the report is out of order';
  }
  const files = records.filter((record) => record.type === 'file');
  const tests = files.reduce((sum, file) => sum + file.tests.length, 0);
  if (end.files !== files.length || end.tests !== tests) return 'the report does not have as many tests as it counts';
  if (new Set(files.map(({ file, project, types }) => `${project}\n${types}\n${file}`)).size !== files.length) {
    return 'the report has the same file twice';
  }
  return end.interrupted ? 'the run was interrupted' : null;
}
