/** A stretch of a text: the characters from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A node of a syntax tree, as plain data. */
export interface Syntax extends Span {
  readonly type: string;
  /** What it is to its parent: `name`, `body`. */
  readonly field: string | undefined;
  /** Whether the grammar gives it a name; marks and keywords have none. */
  readonly isNamed: boolean;
  readonly parent: Syntax | undefined;
  readonly children: readonly Syntax[];
}

export function childOf(node: Syntax | undefined, field: string): Syntax | undefined {
  return node?.children.find((child) => child.field === field);
}

export function named({ children }: Syntax): readonly Syntax[] {
  return children.filter(({ isNamed }) => isNamed);
}

/** The node and all under it, in the order of the text; `enter` may keep out what is under a node. */
export function* walk(node: Syntax, enter: (node: Syntax) => boolean = () => true): Generator<Syntax> {
  yield node;
  if (enter(node)) for (const child of node.children) yield* walk(child, enter);
}

/** The nearest node round this one that is of one of some types. */
export function around(node: Syntax, types: ReadonlySet<string>): Syntax | undefined {
  let { parent } = node;
  while (parent !== undefined && !types.has(parent.type)) parent = parent.parent;
  return parent;
}

/** The values that a function returns or yields, but none that something inside it does. */
export function resultsIn(body: Syntax, inside: ReadonlySet<string>): readonly Syntax[] {
  return [...walk(body, ({ type }) => !inside.has(type))]
    .filter(({ type }) => RESULTS.test(type))
    .filter(({ children }) => !children.some(({ type }) => type === '*' || type === 'from'))
    .flatMap((one) => named(one).find((value) => !isComment(value)) ?? []);
}

const RESULTS = /^(?:return_statement|yield|yield_expression)$/;

/** The names that a function gives to what it gets, as far as they are plain names. */
export function parameterNames(node: Syntax, text: string): readonly string[] {
  const names = named(childOf(node, 'parameters') ?? { ...node, children: [] }).flatMap((one) => {
    const own = one.children.filter(({ field }) => field === 'name' || field === 'pattern');
    if (own.length > 0 || !UNNAMED.test(one.type)) return own;
    return [...walk(one, ({ type }) => type !== 'modifiers')].find(({ type }) => type === 'identifier') ?? [];
  });
  return names
    .filter(({ type }) => type === 'identifier')
    .map((one) => textOf(one, text))
    .filter((name) => name !== '_');
}

/** `name`, `name: type` and `*names` in Python, `Type... names` in Java: no field tells the name. */
const UNNAMED = /^(?:identifier|typed_parameter|spread_parameter)$|splat_pattern$/;

export function textOf({ start, end }: Span, text: string): string {
  return text.slice(start, end);
}

/** The line a place of a text is on, from 1. */
export function lineAt(text: string, at: number): number {
  return lineFinder(text)(at);
}

/** The same for many places of one text. */
export function lineFinder(text: string): (at: number) => number {
  const ends: number[] = [];
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) ends.push(next);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

export function isComment({ type }: Syntax): boolean {
  return type.endsWith('comment') || type === 'line_continuation';
}

/** Whether a node is or holds another one. */
export function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
