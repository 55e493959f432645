import { BatonError } from '../base/error.ts';

/** The place of the `>` that ends a tag; one in an attribute's value does not. */
export function endOfTag(text: string, from: number): number | undefined {
  MARK.lastIndex = from + 1;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    if (mark[0] === '>') return mark.index;
    if (mark[0] === '<') throw broken('a tag is not closed');
    const end = text.indexOf(mark[0], MARK.lastIndex);
    if (end < 0) return undefined;
    MARK.lastIndex = end + 1;
  }
  return undefined;
}

const MARK = /[<>"']/g;

/** Most attributes of a tag. */
const MOST_ATTRIBUTES = 200;
const NAME = /^[\p{L}_:][\p{L}\p{N}_:.-]*/u;
const ATTRIBUTE = /\s+([\p{L}_:][\p{L}\p{N}_:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;

export function readStart(tag: string): { readonly name: string; readonly attributes: ReadonlyMap<string, string> } {
  const name = NAME.exec(tag)?.[0];
  if (name === undefined) throw broken('an element has no name');
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = name.length;
  let end = name.length;
  for (let found = ATTRIBUTE.exec(tag); found !== null; found = ATTRIBUTE.exec(tag)) {
    const [, key = '', double, single] = found;
    if (attributes.has(key)) throw broken(`<${name}> has ${key} twice`);
    if (attributes.size >= MOST_ATTRIBUTES) throw broken(`<${name}> has more than ${MOST_ATTRIBUTES} attributes`);
    const value = resolveReferences(double ?? single ?? '');
    if (value.includes('\0')) throw broken('it holds a NUL character');
    attributes.set(key, value);
    end = ATTRIBUTE.lastIndex;
  }
  if (tag.slice(end).trim() !== '') throw broken(`<${name}> has an attribute that cannot be read`);
  return { name, attributes };
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Text with its references replaced, once: what a reference stands for is never read again. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&\s]{0,12};)?/g, (whole, body: string | undefined) => {
    const name = body?.slice(0, -1) ?? '';
    const known = NAMED.get(name);
    if (known !== undefined) return known;
    const number = /^#x([0-9a-f]+)$/i.exec(name)?.[1];
    const decimal = /^#([0-9]+)$/.exec(name)?.[1];
    const code = number !== undefined ? Number.parseInt(number, 16) : Number(decimal);
    const legal = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!legal) throw broken(`it uses ${JSON.stringify(whole.slice(0, 20))}, which stands for nothing`);
    return String.fromCodePoint(code);
  });
}

export function broken(why: string): BatonError {
  return new BatonError('invalid_input', `The XML cannot be read: ${why}.`);
}
