import { z } from 'zod';
import { readLines } from '../record-lines.ts';

const thrownSchema = z.object({
  message: z.string(),
  name: z.string().optional(),
  code: z.string().optional(),
  stack: z.string().optional(),
});

const seenSchema = z.object({
  type: z.literal('test'),
  /** `file`: node's own entry for a whole file, which is no test. */
  level: z.enum(['file', 'suite', 'test']),
  file: z.string().optional(),
  path: z.array(z.string()).min(1),
  passed: z.boolean(),
  skip: z.literal(true).optional(),
  todo: z.literal(true).optional(),
  expectFailure: z.literal(true).optional(),
  ms: z.number().optional(),
  /** Where it is declared. */
  line: z.int().optional(),
  column: z.int().optional(),
  error: z
    .object({
      /** How it failed, in node's words: `testCodeFailure`, `hookFailed`, `cancelledByParent` ... */
      failure: z.string(),
      message: z.string(),
      exitCode: z.int().optional(),
      signal: z.string().optional(),
      cause: thrownSchema.optional(),
    })
    .optional(),
  /** The end of what a file that failed as a whole printed. */
  stderr: z.string().optional(),
});
export type Seen = z.infer<typeof seenSchema>;

/** What reporter.mjs writes. */
const recordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), pid: z.int() }),
  z.object({ type: z.literal('file'), file: z.string() }),
  seenSchema,
  /** The process of a file has told all of its tests. Node 20 does not say so. */
  z.object({ type: z.literal('summary'), file: z.string() }),
  z.object({ type: z.literal('stray'), message: z.string(), file: z.string().optional() }),
  z.object({ type: z.literal('only'), file: z.string().optional() }),
  z.object({ type: z.literal('end'), tests: z.int() }),
]);
export type NodeTestRecord = z.infer<typeof recordSchema>;

/** What child.cjs writes in the process of every test file. */
const childSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('uncaught'), file: z.string(), parent: z.int(), error: thrownSchema }),
  z.object({
    type: z.literal('exit'),
    file: z.string(),
    parent: z.int(),
    code: z.int().nullable().catch(null),
    /** `called`: by the tests themselves, from `at`. `fatal`: an error that nobody caught. */
    end: z.enum(['natural', 'called', 'fatal']),
    at: z.string().optional(),
  }),
]);
type ChildRecord = z.infer<typeof childSchema>;

/** How the process of a test file ended. */
export interface FileProcess {
  readonly exit: Extract<ChildRecord, { type: 'exit' }> | undefined;
  /** The last error that nobody caught. */
  readonly uncaught: z.infer<typeof thrownSchema> | undefined;
}

export interface NodeTestRecords {
  readonly records: readonly NodeTestRecord[];
  /** By the absolute path of the test file. */
  readonly processes: ReadonlyMap<string, FileProcess>;
  /** Nothing if the records are whole; else why they prove nothing. */
  readonly damage: string | null;
}

interface ReadText {
  readonly text: string;
  readonly cut: boolean;
}

/** Reads both files. What comes before damage is kept, for a person; the damage is told. */
export function readNodeTestRecords(report: ReadText, children: ReadText): NodeTestRecords {
  const { records, broken } = readLines(report.text, recordSchema);
  const start = records.find((record) => record.type === 'start');
  const told = readLines(children.text, childSchema);
  const own = told.records.filter(({ parent }) => parent === start?.pid);
  const unreadable = (line: number) => `line ${line} of the report cannot be read`;
  const damage =
    (report.cut || children.cut ? 'the report is too large or was taken away' : null) ??
    (broken === undefined ? wrongEnd(records) : unreadable(broken)) ??
    (told.broken === undefined ? null : unreadable(told.broken));
  return { records, processes: processesOf(own), damage };
}

function wrongEnd(records: readonly NodeTestRecord[]): string | null {
  const end = records.at(-1);
  if (end?.type !== 'end') return 'the run ended before its report did';
  const count = (type: NodeTestRecord['type']) => records.filter((record) => record.type === type).length;
  if (records[0]?.type !== 'start' || count('start') !== 1 || count('end') !== 1) return 'the report is out of order';
  return count('test') === end.tests ? null : 'the report does not have as many tests as it counts';
}

function processesOf(records: readonly ChildRecord[]): Map<string, FileProcess> {
  const processes = new Map<string, FileProcess>();
  for (const record of records) {
    const { exit, uncaught } = processes.get(record.file) ?? { exit: undefined, uncaught: undefined };
    const next = record.type === 'exit' ? { exit: record, uncaught } : { exit, uncaught: record.error };
    processes.set(record.file, next);
  }
  return processes;
}
