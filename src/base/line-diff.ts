/** A run of items that both lists have, or that only one has, with its place in each. */
export interface Edit {
  readonly kind: 'same' | 'removed' | 'added';
  /** Index in the earlier list; of something added, where it would stand. */
  readonly before: number;
  /** Index in the later list; of something removed, where it would stand. */
  readonly after: number;
  readonly length: number;
}

/** Distance beyond which the middle is taken as replaced as a whole: still a correct difference, only not the shortest. */
const MOST_EDITS = 2000;

/** A shortest way from one list to the other (Myers), as runs in order; past a limit some way, not a shortest. */
export function diffLists(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const middle = {
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  };
  const steps = shortestSteps(middle.before, middle.after) ?? [
    ...middle.before.map(() => 'removed' as const),
    ...middle.after.map(() => 'added' as const),
  ];
  return toRuns([...Array<Step>(head).fill('same'), ...steps, ...Array<Step>(tail).fill('same')]);
}

/** A line that only one of two texts has, numbered from 1. */
export interface ChangedLine {
  readonly line: number;
  readonly text: string;
}

/** The lines taken out of and put into a text. Line endings and a missing last one make no difference. */
export function diffLines(
  before: string,
  after: string,
): { removed: readonly ChangedLine[]; added: readonly ChangedLine[] } {
  const old = splitLines(before);
  const now = splitLines(after);
  const edits = diffLists(old, now);
  const lines = (kind: Edit['kind'], list: readonly string[], side: 'before' | 'after') =>
    edits
      .filter((edit) => edit.kind === kind)
      .flatMap((edit) =>
        list.slice(edit[side], edit[side] + edit.length).map((text, index) => ({ line: edit[side] + index + 1, text })),
      );
  return { removed: lines('removed', old, 'before'), added: lines('added', now, 'after') };
}

/** The lines of a text; an empty text has none. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Whether the first list is left when some items of the second are taken out. */
export function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const item of whole) if (at < part.length && part[at] === item) at++;
  return at === part.length;
}

type Step = Edit['kind'];

/** Myers' greedy algorithm: how far each diagonal gets with ever more edits; then the way back from the end. */
function shortestSteps(before: readonly string[], after: readonly string[]): readonly Step[] | undefined {
  const limit = Math.min(before.length + after.length, MOST_EDITS);
  const reach: Int32Array[] = [];
  let last = new Int32Array(3);
  for (let edits = 0; edits <= limit; edits++) {
    const next = new Int32Array(2 * edits + 3);
    for (let k = -edits; k <= edits; k += 2) {
      let x = furthest(last, k, edits);
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      next[k + edits + 1] = x;
      if (x >= before.length && x - k >= after.length) return walkBack(reach, before.length, after.length);
    }
    reach.push(next);
    last = next;
  }
  return undefined;
}

/** Where diagonal `k` starts with one edit more than `last` holds: below by adding, to the right by removing. */
function furthest(last: Int32Array, k: number, edits: number): number {
  if (edits === 0) return 0;
  const added = valueOn(last, k + 1, edits - 1);
  const removed = valueOn(last, k - 1, edits - 1);
  return isDown(added, removed, k, edits) ? added : removed + 1;
}

function isDown(added: number, removed: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && removed < added);
}

function valueOn(row: Int32Array, k: number, edits: number): number {
  return row[k + edits + 1] ?? 0;
}

function walkBack(reach: readonly Int32Array[], width: number, height: number): readonly Step[] {
  const steps: Step[] = [];
  let x = width;
  let y = height;
  for (let edits = reach.length; edits > 0; edits--) {
    const row = reach[edits - 1] as Int32Array;
    const k = x - y;
    const added = valueOn(row, k + 1, edits - 1);
    const removed = valueOn(row, k - 1, edits - 1);
    const down = isDown(added, removed, k, edits);
    const start = down ? added : removed + 1;
    for (; x > start; x--) steps.push('same');
    steps.push(down ? 'added' : 'removed');
    x = down ? start : start - 1;
    y = x - (down ? k + 1 : k - 1);
  }
  // What both begin with was taken off before: nothing is left.
  return steps.reverse();
}

function toRuns(steps: readonly Step[]): readonly Edit[] {
  const runs: Edit[] = [];
  let before = 0;
  let after = 0;
  for (let at = 0; at < steps.length; ) {
    const kind = steps[at] as Step;
    let length = 1;
    while (steps[at + length] === kind) length++;
    runs.push({ kind, before, after, length });
    if (kind !== 'added') before += length;
    if (kind !== 'removed') after += length;
    at += length;
  }
  return runs;
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonTail(a: readonly string[], b: readonly string[], head: number): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) - head && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}
