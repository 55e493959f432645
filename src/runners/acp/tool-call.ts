/** What an agent says of a call of a tool. Any of it may be missing, and all of it may be wrong. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly name?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly content?: readonly ToolContent[] | null | undefined;
  readonly locations?: readonly { readonly path?: unknown }[] | null | undefined;
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}

interface ToolContent {
  readonly type?: string | undefined;
  /** Of a diff: the file it changes. */
  readonly path?: unknown;
  /** Of text. */
  readonly content?: unknown;
}

/** The call with what a later message says of it. What that leaves out, or leaves empty, stays as it was. */
export function mergeCalls(known: ToolCall | undefined, more: ToolCall): ToolCall {
  const told = Object.entries(more).filter(([, value]) => value !== null && value !== undefined && !isEmpty(value));
  return { ...known, ...Object.fromEntries(told), toolCallId: more.toolCallId };
}

/** The files a call would change, as far as it says: by its diffs, its locations and its arguments. */
export function pathsOf(call: ToolCall): readonly string[] {
  const diffs = (call.content ?? []).filter(({ type }) => type === 'diff').map(({ path }) => path);
  const locations = (call.locations ?? []).map(({ path }) => path);
  const isName = call.kind === 'move' ? (name: string) => isPathName(name) || MOVES.test(name) : isPathName;
  const named = Object.entries(fieldsOf(call.rawInput)).flatMap(([name, value]) => (isName(name) ? [value] : []));
  const paths = [...diffs, ...locations, ...named].flat();
  return [...new Set(paths.filter((path): path is string => typeof path === 'string' && path !== ''))];
}

export function hasDiff({ content }: ToolCall): boolean {
  return (content ?? []).some(({ type }) => type === 'diff');
}

/** The shell command of a call, if it says one. */
export function commandOf({ rawInput }: ToolCall): string | undefined {
  const { command, cmd } = fieldsOf(rawInput);
  return [command, cmd].find((value): value is string => typeof value === 'string');
}

/** What to show of a call's arguments. */
export function inputOf(call: ToolCall): unknown {
  if (!isEmpty(call.rawInput ?? {})) return call.rawInput;
  if (call.kind === 'execute') return { command: call.title ?? '' };
  const paths = pathsOf(call);
  return { title: call.title ?? '', ...(paths.length === 0 ? {} : { paths }) };
}

/** What a call gave, as text. */
export function outputOf({ content, rawOutput }: ToolCall): string {
  const texts = (content ?? []).map((one) => fieldsOf(one.content).text).filter((text) => typeof text === 'string');
  if (texts.length > 0) return texts.join('\n');
  const { output, error } = fieldsOf(rawOutput);
  return [output, error, rawOutput].find((value): value is string => typeof value === 'string') ?? '';
}

/** The fields of whatever an agent sent; none if it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

const MOVES = /^(?:source|target|from|to)$/i;

/** `path`, `filePath`, `file_path`, `target_file`, `destination` and the like. */
function isPathName(name: string): boolean {
  return /^(?:(?:abs|absolute|file|source|target|old|new|notebook)?_?(?:path|paths|file|filename|files)|destination)$/i.test(
    name,
  );
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
