import type { Node } from 'jsonc-parser';
import { lineEndOf } from './text-edits.ts';

/** What is written into a file: words, lists of words, and objects of them. */
export type JsonValue = string | number | readonly string[] | { readonly [key: string]: JsonValue };

/** How an object is written in a file. */
export interface Layout {
  /** Whether its members have lines of their own. */
  readonly isSpread: boolean;
  readonly lineEnd: string;
  /** What stands before a member, and before the line that the object begins on. */
  readonly indent: string;
  readonly outer: string;
  /** By how much the file indents. */
  readonly unit: string;
}

export function layoutOf(text: string, object: Node): Layout {
  const outer = indentOf(text, object.offset).indent;
  const unit = unitOf(text);
  const lineEnd = lineEndOf(text);
  const first = object.children?.[0];
  if (first === undefined) return { isSpread: true, lineEnd, indent: outer + unit, outer, unit };
  const before = indentOf(text, first.offset);
  const isSpread = /[\r\n]/.test(text.slice(object.offset, object.offset + object.length));
  return { isSpread, lineEnd, indent: before.isFirst ? before.indent : outer + unit, outer, unit };
}

/** The white space at the beginning of a place's line, and whether nothing else stands before the place. */
function indentOf(text: string, offset: number): { readonly indent: string; readonly isFirst: boolean } {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
  return { indent, isFirst: start > 0 && start + indent.length === offset };
}

/** What stands before the first thing in a file that is indented at all. */
function unitOf(text: string): string {
  return /[\r\n]([ \t]+)["}/]/.exec(text)?.[1] ?? '  ';
}

/** A value as a member of an object with this layout. */
export function valueText(value: JsonValue, { isSpread, indent, unit, lineEnd }: Layout): string {
  return isSpread ? spread(value, indent, unit, lineEnd) : flat(value);
}

/** The members of objects on lines of their own, a list of words on one: as people write it. */
function spread(value: JsonValue, indent: string, unit: string, lineEnd: string): string {
  if (!isObject(value)) return flat(value);
  const inner = indent + unit;
  const members = Object.entries(value).map(
    ([key, one]) => `${inner}${JSON.stringify(key)}: ${spread(one, inner, unit, lineEnd)}`,
  );
  return `{${lineEnd}${members.join(`,${lineEnd}`)}${lineEnd}${indent}}`;
}

function flat(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${flat(one)}`);
  return `{ ${members.join(', ')} }`;
}

export function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && !Array.isArray(value);
}
