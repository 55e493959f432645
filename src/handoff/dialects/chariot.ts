import { BatonError } from '../../base/error.ts';
import { showValue } from '../../base/json.ts';
import { type ResultSession, resultOf } from '../result.ts';
import type { AgentResult } from '../result-schema.ts';

/**
 * The result in an agent's output: the last fenced block marked `json`; failing that the last unmarked block that holds an
 * object; or the whole output when it is bare JSON. A last block that cannot be read is an error: an earlier one was not
 * meant to be the result.
 */
export function parseChariotOutput(markdown: string, session?: ResultSession): AgentResult {
  if (typeof markdown !== 'string') {
    throw new BatonError('invalid_result', `Invalid agent output: expected text, got ${showValue(markdown)}.`);
  }
  const found = findResult(markdown);
  if (found !== undefined) return resultOf(found, session);
  throw new BatonError(
    'invalid_result',
    'Invalid agent output: it has no JSON block (expected the result between "```json" and "```" at its end).',
  );
}

/** The result as the block that ends an agent's output. */
export function writeChariotBlock(result: AgentResult): string {
  const text = JSON.stringify(resultOf(result), null, 2);
  const fence = '`'.repeat(Math.max(2, longestBacktickRun(text)) + 1);
  return `${fence}json\n${text}\n${fence}\n`;
}

/** An output without the JSON block that ends it; nothing if it does not end in one. */
export function withoutBlock(output: string): string | undefined {
  const last = fencedBlocks(output).at(-1);
  if (last?.language !== 'json' || output.slice(last.end).trim() !== '') return undefined;
  return output.slice(0, last.start);
}

/** The value an agent's output gives as its result, unchecked; nothing if it gives none. */
export function findResult(output: string): unknown {
  const bare = objectIn(output);
  if (bare !== undefined) return bare;
  const blocks = fencedBlocks(output);
  const marked = blocks.findLast((block) => block.language === 'json');
  if (marked !== undefined) return parseBlock(marked);
  const unmarked = lastUnmarkedObject(blocks);
  if (unmarked !== undefined) return unmarked;
  return looksLikeObject(output) ? parseBlock({ text: output, line: 1 }) : undefined;
}

interface FencedBlock {
  /** First word after the opening fence, in lower case; empty for an unmarked block. */
  readonly language: string;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Where the opening fence begins, and where the closing one has ended. */
  readonly start: number;
  readonly end: number;
}

interface OpenFence {
  readonly run: string;
  readonly language: string;
  readonly line: number;
  readonly start: number;
  readonly contentStart: number;
}

/** Fenced code blocks as CommonMark sees them, an unclosed last one included; what is inside a block opens no other. */
function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: OpenFence | undefined;
  let line = 0;
  let next = 0;
  while (next < markdown.length) {
    const start = next;
    next = lineEnd(markdown, start);
    line++;
    const fence = readFence(markdown.slice(start, next));
    if (fence === undefined) continue;
    if (open === undefined) {
      if (canOpen(fence)) open = { run: fence.run, language: languageOf(fence.rest), line, start, contentStart: next };
    } else if (closes(fence, open)) {
      blocks.push(blockOf(open, markdown.slice(open.contentStart, start), next));
      open = undefined;
    }
  }
  if (open !== undefined) {
    blocks.push(blockOf(open, markdown.slice(open.contentStart), markdown.length));
  }
  return blocks;
}

function blockOf({ language, line, start }: OpenFence, text: string, end: number): FencedBlock {
  return { language, text, line, start, end };
}

function lineEnd(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline === -1 ? text.length : newline + 1;
}

interface Fence {
  readonly run: string;
  readonly rest: string;
}

function readFence(line: string): Fence | undefined {
  const match = FENCE.exec(line);
  return match === null ? undefined : { run: match[0].trimStart(), rest: line.slice(match[0].length).trim() };
}

const FENCE = /^\uFEFF? {0,3}(?:`{3,}|~{3,})/;

/** A line such as "```a``` b" is inline code, not an opening fence. */
function canOpen(fence: Fence): boolean {
  return fence.run.startsWith('~') || !fence.rest.includes('`');
}

function closes(fence: Fence, open: OpenFence): boolean {
  return fence.rest === '' && fence.run.startsWith(open.run);
}

function languageOf(info: string): string {
  const end = info.search(/\s/);
  return (end === -1 ? info : info.slice(0, end)).toLowerCase();
}

function parseBlock(block: Pick<FencedBlock, 'text' | 'line'>): unknown {
  try {
    return JSON.parse(block.text);
  } catch (error) {
    const why = (error as SyntaxError).message.replace(/\s+/g, ' ');
    throw new BatonError('invalid_result', `Invalid agent output: the JSON block at line ${block.line}: ${why}.`, {
      data: { line: block.line },
      cause: error,
    });
  }
}

function lastUnmarkedObject(blocks: readonly FencedBlock[]): unknown {
  for (const block of blocks.toReversed()) {
    const object = block.language === '' ? objectIn(block.text) : undefined;
    if (object !== undefined) return object;
  }
  return undefined;
}

function objectIn(text: string): unknown {
  if (!looksLikeObject(text)) return undefined;
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

function looksLikeObject(text: string): boolean {
  return text.trimStart().startsWith('{');
}

function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
