import { readTapYaml } from './tap-yaml.ts';

/** One test point of TAP, with those of its subtest. */
export interface TapPoint {
  readonly name: string;
  readonly ok: boolean;
  readonly directive: 'skip' | 'todo' | undefined;
  readonly children: readonly TapPoint[];
  /** The YAML block after it. */
  readonly details: ReadonlyMap<string, string>;
  /** Comments since the point before. */
  readonly comments: string;
}

export interface TapStream {
  readonly points: readonly TapPoint[];
  /** Why this is not the whole; nothing if it is. */
  readonly incomplete: string | undefined;
}

/** One level of nesting: the points so far and how many there should be. */
interface Level {
  readonly points: TapPoint[];
  plan: number | undefined;
}

/**
 * Reads TAP 13 and 14: plans, nested subtests, directives, YAML blocks, bail-outs. Lines that are not TAP are other
 * people's output. Whatever is missing or does not add up makes the stream incomplete.
 */
export function readTap(text: string, outer = 0): TapStream {
  const levels: Level[] = [{ points: [], plan: undefined }];
  let incomplete: string | undefined;
  let comments: string[] = [];
  const complain = (why: string) => {
    incomplete ??= why;
  };

  /** Ends every level deeper than this one and gives the points of the next deeper one. */
  const closeBelow = (depth: number): readonly TapPoint[] => {
    let children: readonly TapPoint[] = [];
    while (levels.length > depth + 1) {
      const level = levels.pop() as Level;
      if (levels.length > depth + 1) complain('a subtest has no test point of its own');
      complainOfPlan(level, complain);
      children = level.points;
    }
    return children;
  };

  const openTo = (depth: number): Level => {
    while (levels.length <= depth) levels.push({ points: [], plan: undefined });
    return levels[depth] as Level;
  };

  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const indent = line.length - line.trimStart().length;
    const depth = indent / 4;
    if (!Number.isInteger(depth)) continue;
    const content = line.slice(indent);
    if (depth + outer > DEEPEST) {
      if (POINT.test(content) || PLAN.test(content)) complain(`subtests are nested deeper than ${DEEPEST}`);
      continue;
    }
    const point = POINT.exec(content);
    if (point !== null) {
      const yaml = readBlock(lines, at + 1, indent + 2);
      const buffered = BUFFERED.test(content) ? readBuffered(lines, yaml.next, indent, outer + depth) : undefined;
      const children = buffered?.points ?? closeBelow(depth);
      openTo(depth).points.push({ ...describe(point), children, details: yaml.details, comments: comments.join('\n') });
      comments = [];
      if (buffered?.incomplete !== undefined) complain(buffered.incomplete);
      at = (buffered?.next ?? yaml.next) - 1;
      continue;
    }
    const plan = PLAN.exec(content);
    if (plan !== null) {
      const level = openTo(depth);
      if (level.plan !== undefined) complain('there are two plans');
      level.plan = Number(plan[1]);
    } else if (content.startsWith('#')) {
      comments.push(content.slice(content[1] === ' ' ? 2 : 1));
      if (comments.length > MOST_COMMENTS) comments.shift();
    } else if (content.startsWith('Bail out!')) {
      complain(`the tests were given up: ${content.slice(0, 300)}`);
    }
  }
  closeBelow(0);
  const [top] = levels as [Level];
  complainOfPlan(top, complain);
  return { points: top.points, incomplete };
}

const POINT = /^(not )?ok(?=\s|$)[ \t]*(\d+)?[ \t]*(?:-[ \t]*)?(.*)$/;
const PLAN = /^1\.\.(\d{1,9})\s*(?:#.*)?$/;
const BUFFERED = / \{\s*$/;
const DEEPEST = 100;
const MOST_COMMENTS = 200;

function complainOfPlan({ points, plan }: Level, complain: (why: string) => void): void {
  if (plan === undefined) complain('there is no plan: nobody says how many tests there should be');
  else if (plan !== points.length) complain(`${plan} tests were planned and ${points.length} were seen`);
}

/** A point's name and directive: ` # skip` or ` # todo`, unless escaped. */
function describe([, not, , rest = '']: RegExpExecArray) {
  const [, name = '', directive] = /^(.*?)(?:^|\s)#[ \t]*(skip|todo)\b.*$/i.exec(rest.replace(BUFFERED, '')) ?? [];
  const plain = directive === undefined ? rest.replace(BUFFERED, '') : name;
  return {
    name: plain.replace(/\\([\\#])/g, '$1').trim(),
    ok: not === undefined,
    directive: directive?.toLowerCase() as 'skip' | 'todo' | undefined,
  };
}

/** The YAML block that begins at a line, if one does, and the line after it. One without an end takes all the rest. */
function readBlock(lines: readonly string[], from: number, indent: number) {
  const pad = ' '.repeat(indent);
  if (lines[from]?.trimEnd() !== `${pad}---`) return { details: NO_DETAILS, next: from };
  const end = lineOf(lines, `${pad}...`, from + 1);
  return { details: readTapYaml(lines.slice(from + 1, end), indent), next: end + 1 };
}

const NO_DETAILS: ReadonlyMap<string, string> = new Map();

/** The subtest between braces, and the line after it. */
function readBuffered(lines: readonly string[], from: number, indent: number, outer: number) {
  const end = lineOf(lines, `${' '.repeat(indent)}}`, from);
  const inner = lines.slice(from, end).map((line) => line.slice(indent + 4));
  return { ...readTap(inner.join('\n'), outer + 1), next: end + 1 };
}

/** The first line from a place on that reads so, or the end. */
function lineOf(lines: readonly string[], text: string, from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trimEnd() !== text) at++;
  return at;
}
