import { z } from 'zod';
import { readLimited } from '../capture.ts';
import { exceptionSchema } from './failure.ts';

/** What Baton's plugin writes, one record a line, in the order of events. */
const recordSchema = z.discriminatedUnion('at', [
  /** This Python has no pytest. */
  z.object({ at: z.literal('absent') }),
  /** This pytest is too old for Baton's plugin. */
  z.object({ at: z.literal('old'), version: z.string() }),
  /** pytest has read its configuration. Ids of tests are relative to its root. */
  z.object({ at: z.literal('begin'), root: z.string() }),
  /** A conftest.py that pytest needs before anything else cannot be loaded. */
  z.object({ at: z.literal('conftest'), failure: exceptionSchema }),
  z.object({ at: z.literal('session'), restricted: z.boolean() }),
  z.object({ at: z.literal('canary'), passes: z.string(), fails: z.string() }),
  z.object({ at: z.literal('no-canary'), message: z.string() }),
  z.object({ at: z.literal('collecting'), id: z.string() }),
  z.object({ at: z.literal('uncollected'), id: z.string(), failure: exceptionSchema }),
  z.object({ at: z.literal('deselected'), ids: z.array(z.string()) }),
  z.object({ at: z.literal('collected'), count: z.int() }),
  z.object({ at: z.literal('start'), id: z.string() }),
  z.object({
    at: z.literal('test'),
    id: z.string(),
    outcome: z.enum(['passed', 'failed', 'skipped', 'errored']),
    seconds: z.number(),
    expected: z.boolean().optional(),
    failure: exceptionSchema.optional(),
    teardown: exceptionSchema.optional(),
  }),
  /** Modules that were not loaded from the files that are proved, but from a checkout: their names and files. */
  z.object({ at: z.literal('foreign'), modules: z.array(z.tuple([z.string(), z.string()])) }),
  /** Something went wrong that belongs to no test. */
  z.object({ at: z.literal('error'), message: z.string() }),
  z.object({ at: z.literal('internal'), message: z.string() }),
  /** pytest ran to its end. Nothing comes after it. */
  z.object({ at: z.literal('end'), status: z.int() }),
]);
type PytestRecord = z.infer<typeof recordSchema>;
type RecordAt<At extends PytestRecord['at']> = Extract<PytestRecord, { at: At }>;
export type PytestTest = RecordAt<'test'>;

/** All that was told in one run. */
export interface PytestRecords {
  of<At extends PytestRecord['at']>(at: At): readonly RecordAt<At>[];
  /** Tests that were begun and never ended. */
  readonly unfinished: readonly string[];
  /** The file that was being imported when nothing more was told. */
  readonly importing: string | undefined;
  /** A line is no record, the records are too many to read, or one comes after the end. */
  readonly damaged: boolean;
}

export function readPytestRecords(file: string): PytestRecords {
  const { text, cut } = readLimited(file, MOST_BYTES);
  return parsePytestRecords(text, cut);
}

const MOST_BYTES = 128 * 1024 * 1024;

export function parsePytestRecords(text: string, cut = false): PytestRecords {
  const kept = new Map<string, PytestRecord[]>();
  const begun = new Set<string>();
  let importing: string | undefined;
  let damaged = cut || (text !== '' && !text.endsWith('\n'));
  for (const line of linesOf(text)) {
    const record = parseRecord(line);
    damaged ||= record === undefined || kept.has('end');
    if (record === undefined) continue;
    importing = record.at === 'collecting' ? record.id : undefined;
    if (record.at === 'start') begun.add(record.id);
    if (record.at === 'test') begun.delete(record.id);
    if (record.at === 'start' || record.at === 'collecting') continue;
    const others = kept.get(record.at);
    if (others === undefined) kept.set(record.at, [record]);
    else others.push(record);
  }
  return {
    of: <At extends PytestRecord['at']>(at: At) => (kept.get(at) ?? []) as RecordAt<At>[],
    unfinished: [...begun],
    importing,
    damaged,
  };
}

/** Lines that hold something. One by one: a run can write nothing but line breaks, and millions of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf('\n', from);
    const end = to < 0 ? text.length : to;
    if (end > from) yield text.slice(from, end);
    from = end + 1;
  }
}

function parseRecord(line: string): PytestRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
