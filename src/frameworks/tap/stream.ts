import { readTapYaml } from './yaml.ts';

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

/** A point whose subtest or YAML block is still being read. */
interface Begun {
  readonly pad: string;
  readonly depth: number;
  readonly point: TapPoint & { children: readonly TapPoint[]; details: ReadonlyMap<string, string> };
}

/**
 * Reads TAP 13 and 14 line by line: plans, nested subtests, directives, YAML blocks, bail-outs. Lines that are not TAP
 * are other people's output. Whatever is missing or does not add up makes the stream incomplete.
 */
export function readTap(lines: Iterable<string>): TapStream {
  const levels: Level[] = [{ points: [], plan: undefined }];
  const buffered: Begun[] = [];
  let last: Begun | undefined;
  let block: string[] | undefined;
  let comments: string[] = [];
  let count = 0;
  let incomplete: string | undefined;
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

  const levelAt = (depth: number): Level => {
    while (levels.length <= depth) levels.push({ points: [], plan: undefined });
    return levels[depth] as Level;
  };

  const addPoint = (found: RegExpExecArray, pad: string, depth: number) => {
    const opens = BUFFERED.test(found[0]);
    const point = {
      ...describe(found),
      children: opens ? [] : closeBelow(depth),
      details: NO_DETAILS,
      comments: comments.join('\n'),
    };
    levelAt(depth).points.push(point);
    last = { pad, depth, point };
    if (opens) buffered.push(last);
    comments = [];
  };

  for (const line of lines) {
    const text = line.trimEnd();
    if (block !== undefined && last !== undefined) {
      if (text !== `${last.pad}  ...`) {
        if (block.length < MOST_LINES) block.push(text);
        continue;
      }
      last.point.details = readTapYaml(block, last.pad.length + 2);
      block = undefined;
      continue;
    }
    if (last !== undefined && text === `${last.pad}  ---`) {
      block = [];
      continue;
    }
    if (!TAP_LIKE.test(text)) {
      last = undefined;
      continue;
    }
    const content = text.trimStart();
    const pad = text.slice(0, text.length - content.length);
    const depth = pad.length / 4;
    if (!Number.isInteger(depth)) continue;
    const point = POINT.exec(content);
    const plan = PLAN.exec(content);
    if (depth > DEEPEST) {
      if (point !== null || plan !== null) complain(`subtests are nested deeper than ${DEEPEST}`);
    } else if (point !== null) {
      if (++count > MOST_POINTS) return { points: [], incomplete: `there are more than ${MOST_POINTS} tests` };
      addPoint(point, pad, depth);
    } else if (plan !== null) {
      const level = levelAt(depth);
      if (level.plan !== undefined) complain('there are two plans');
      level.plan = Number(plan[1]);
    } else if (content === '}' && buffered.at(-1)?.pad === pad) {
      const begun = buffered.pop() as Begun;
      begun.point.children = closeBelow(begun.depth);
    } else if (content.startsWith('#')) {
      comments.push(content.slice(content[1] === ' ' ? 2 : 1));
      if (comments.length > MOST_LINES) comments.shift();
    } else if (content.startsWith('Bail out!')) {
      complain(`the tests were given up: ${content.slice(0, 300)}`);
    }
    if (point === null) last = undefined;
  }
  if (block !== undefined || buffered.length > 0) complain('it ends in the middle of a YAML block or a subtest');
  closeBelow(0);
  const [top] = levels as [Level];
  complainOfPlan(top, complain);
  return { points: top.points, incomplete };
}

/** How every line begins that could matter. */
const TAP_LIKE = /^ *(?:ok|not ok|1\.\.|#|\}|Bail out!)/;
const POINT = /^(not )?ok(?=\s|$)[ \t]*(\d+)?[ \t]*(?:-[ \t]*)?(.*)$/;
const PLAN = /^1\.\.(\d{1,9})\s*(?:#.*)?$/;
const BUFFERED = / \{$/;
const NO_DETAILS: ReadonlyMap<string, string> = new Map();
const DEEPEST = 100;
const MOST_LINES = 200;
const MOST_POINTS = 500_000;

function complainOfPlan({ points, plan }: Level, complain: (why: string) => void): void {
  if (plan === undefined) complain('there is no plan: nobody says how many tests there should be');
  else if (plan !== points.length) complain(`${plan} tests were planned and ${points.length} were seen`);
}

/** A point's name and directive: ` # skip` or ` # todo`, unless escaped. */
function describe([, not, , rest = '']: RegExpExecArray) {
  const told = rest.replace(BUFFERED, '');
  const [, name = '', directive] = /^(.*?)(?:^|\s)#[ \t]*(skip|todo)(?:\S*)(?:\s.*)?$/i.exec(told) ?? [];
  return {
    name: (directive === undefined ? told : name).replace(/\\([\\#])/g, '$1').trim(),
    ok: not === undefined,
    directive: directive?.toLowerCase() as 'skip' | 'todo' | undefined,
  };
}
