import { z } from 'zod';

/** One program that cargo built to run tests. */
export interface TestProgram {
  readonly executable: string;
  readonly target: MessageTarget;
  readonly manifest: string;
}

/** One complaint of the compiler. */
export interface CompilerError {
  readonly target: MessageTarget;
  readonly message: string;
  readonly code: string | undefined;
  readonly spans: readonly Span[];
  /** Notes below it: where something is defined. */
  readonly children?: readonly { readonly message: string; readonly spans: readonly Span[] }[];
  readonly rendered: string;
}

export interface CargoMessages {
  readonly programs: readonly TestProgram[];
  readonly errors: readonly CompilerError[];
  /** Whether the build succeeded; nothing if cargo never got to its end. */
  readonly built: boolean | undefined;
  /** What was printed after the build, by lines: documentation tests. */
  readonly rest: readonly string[];
}

const targetSchema = z.object({ name: z.string(), kind: z.array(z.string()), src_path: z.string() });
export type MessageTarget = z.infer<typeof targetSchema>;

const placeSchema = z.object({
  file_name: z.string(),
  line_start: z.number(),
  column_start: z.number(),
  column_end: z.number().optional(),
  is_primary: z.boolean(),
  label: z.string().nullable(),
  text: z.array(z.object({ text: z.string() })).optional(),
});
/** A place, and where the macro is used that it is in. */
const spanSchema = placeSchema.extend({
  expansion: z.object({ span: placeSchema.extend({ expansion: z.object({ span: placeSchema }).nullish() }) }).nullish(),
});
export type Span = z.infer<typeof spanSchema>;

const messageSchema = z.discriminatedUnion('reason', [
  z.object({
    reason: z.literal('compiler-artifact'),
    target: targetSchema,
    manifest_path: z.string().default(''),
    profile: z.object({ test: z.boolean() }),
    executable: z.string().nullish(),
  }),
  z.object({
    reason: z.literal('compiler-message'),
    target: targetSchema,
    message: z.object({
      level: z.string(),
      message: z.string(),
      code: z.object({ code: z.string() }).nullish(),
      spans: z.array(spanSchema),
      children: z.array(z.object({ message: z.string(), spans: z.array(spanSchema) })).optional(),
      rendered: z.string().nullish(),
    }),
  }),
  z.object({ reason: z.literal('build-finished'), success: z.boolean() }),
]);

/** Reads what cargo printed: its messages up to the end of the build, then whatever came after. */
export function readCargoMessages(lines: Iterable<string>): CargoMessages {
  const programs: TestProgram[] = [];
  const errors: CompilerError[] = [];
  const rest: string[] = [];
  let built: boolean | undefined;
  for (const line of lines) {
    if (built !== undefined) {
      // Whoever counts the tests told about will miss what is left out.
      if (rest.length < MOST_LINES) rest.push(line);
      continue;
    }
    const message = parse(line);
    if (message?.reason === 'build-finished') built = message.success;
    if (message?.reason === 'compiler-artifact' && message.profile.test && message.executable) {
      programs.push({ executable: message.executable, target: message.target, manifest: message.manifest_path });
    }
    if (message?.reason === 'compiler-message' && message.message.level.startsWith('error')) {
      const { message: text, code, spans, children = [], rendered } = message.message;
      if (spans.length === 0 && /^aborting due to/.test(text)) continue;
      if (errors.length >= MOST_ERRORS) continue;
      const error = { target: message.target, message: text, code: code?.code, spans, children };
      errors.push({ ...error, rendered: rendered ?? text });
    }
  }
  return { programs, errors, built, rest };
}

const MOST_LINES = 500_000;
const MOST_ERRORS = 5_000;

function parse(line: string): z.infer<typeof messageSchema> | undefined {
  if (!line.startsWith('{"reason":"')) return undefined;
  try {
    return messageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
