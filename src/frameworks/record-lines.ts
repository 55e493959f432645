import type { z } from 'zod';

/** Records of one kind, one JSON text a line, up to the first line that is none. */
export interface Lines<T> {
  readonly records: readonly T[];
  /** The number of the line that cannot be read, counted from 1. */
  readonly broken: number | undefined;
}

/** Reads records. A last line without its line break was cut off while it was written, so it is broken too. */
export function readLines<T>(text: string, schema: z.ZodType<T>): Lines<T> {
  const records: T[] = [];
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf('\n', from);
    const record = to < 0 ? undefined : recordOf(text.slice(from, to), schema);
    if (record === undefined) return { records, broken: records.length + 1 };
    records.push(record);
    from = to + 1;
  }
  return { records, broken: undefined };
}

function recordOf<T>(line: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
