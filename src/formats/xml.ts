import { broken, endOfTag, readStart, resolveReferences } from './xml-tag.ts';

/** What a reader of XML is told, in the order of the document. Text comes in pieces. */
export interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text(piece: string): void;
  close(name: string): void;
}

/**
 * Reads XML piece by piece, in memory that does not grow with the document. Only what reports are made of: elements,
 * attributes, text, CDATA, comments, the five named references and numeric ones. A document type is refused, and with
 * it every entity somebody could define. Anything not well-formed is an error that says where.
 */
export function readXml(pieces: Iterable<Uint8Array>, handler: XmlHandler): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = createReader(handler);
  let first = true;
  for (const piece of pieces) {
    if (first) refuseOtherEncodings(piece);
    first = false;
    reader.push(decode(decoder, piece));
  }
  reader.push(decode(decoder));
  reader.end();
}

/** Deepest nesting and longest tag. Real reports stay far below. */
const DEEPEST = 200;
const LONGEST_TAG = 4 * 1024 * 1024;

function refuseOtherEncodings(start: Uint8Array): void {
  const [a, b] = start;
  const wide =
    (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) || (a === 0x3c && b === 0);
  if (wide) throw broken('it is in UTF-16 or UTF-32, not in UTF-8');
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw broken('it is not in UTF-8');
  }
}

function createReader(handler: XmlHandler) {
  const open: string[] = [];
  let buffer = '';
  /** What the buffer begins in: outside of any tag, or in a section that ends with these characters. */
  let section: '' | '-->' | ']]>' | '?>' = '';
  let roots = 0;

  /** Consumes as much of the buffer as is certain. */
  const advance = (last: boolean) => {
    let at = 0;
    while (at < buffer.length) {
      const next = section === '' ? readContent(at, last) : readSection(at, last);
      if (next === undefined) break;
      at = next;
    }
    buffer = buffer.slice(at);
  };

  const readContent = (at: number, last: boolean): number | undefined => {
    const tag = buffer.indexOf('<', at);
    if (tag !== at) {
      // A reference may be cut by the end of the piece.
      const reference = tag < 0 && !last ? buffer.lastIndexOf('&') : -1;
      const cut = reference >= at && buffer.length - reference < 16 && !buffer.includes(';', reference);
      const end = tag >= 0 ? tag : cut ? reference : buffer.length;
      if (end === at) return undefined;
      emitText(resolveReferences(buffer.slice(at, end)));
      return end;
    }
    const rest = buffer.length - at;
    if (rest < 9 && !last) return undefined;
    if (buffer.startsWith('<!--', at)) return begin('-->', at + 4);
    if (buffer.startsWith('<![CDATA[', at)) return begin(']]>', at + 9);
    if (buffer.startsWith('<?', at)) return begin('?>', at + 2);
    if (buffer.startsWith('<!', at)) throw broken('it has a document type or another declaration, which is refused');
    const end = endOfTag(buffer, at);
    if (end === undefined) {
      if (rest > LONGEST_TAG) throw broken('a tag is too long');
      return undefined;
    }
    readTag(buffer.slice(at + 1, end));
    return end + 1;
  };

  const begin = (closing: typeof section, at: number): number => {
    section = closing;
    return at;
  };

  const readSection = (at: number, last: boolean): number | undefined => {
    const end = buffer.indexOf(section, at);
    const stop = end >= 0 ? end : last ? buffer.length : Math.max(at, buffer.length - 2);
    if (section === ']]>') emitText(buffer.slice(at, stop));
    if (section === '?>') refuseDeclaredEncoding(buffer.slice(at, stop));
    if (end < 0) return stop === at ? undefined : stop;
    const after = end + section.length;
    section = '';
    return after;
  };

  const emitText = (text: string) => {
    if (text.includes('\0')) throw broken('it holds a NUL character');
    if (open.length > 0) handler.text(text);
    else if (text.trim() !== '' && text !== '\ufeff') throw broken('there is text outside of its root element');
  };

  const readTag = (tag: string) => {
    if (tag.startsWith('/')) return close(tag.slice(1).trimEnd());
    const empty = tag.endsWith('/');
    const { name, attributes } = readStart(empty ? tag.slice(0, -1) : tag);
    if (open.length === 0 && roots++ > 0) throw broken('it has more than one root element');
    open.push(name);
    if (open.length > DEEPEST) throw broken(`it is nested deeper than ${DEEPEST} elements`);
    handler.open(name, attributes);
    if (empty) close(name);
  };

  const close = (name: string) => {
    const expected = open.pop();
    if (expected !== name)
      throw broken(`</${name.slice(0, 80)}> closes ${expected === undefined ? 'nothing' : `<${expected}>`}`);
    handler.close(name);
  };

  return {
    push(text: string): void {
      buffer += text;
      advance(false);
    },
    end(): void {
      advance(true);
      if (section !== '' || buffer !== '' || open.length > 0) throw broken('it ends in the middle');
      if (roots === 0) throw broken('it holds no element');
    },
  };
}

function refuseDeclaredEncoding(declaration: string): void {
  const declared = /^xml\s[^?]*encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1];
  if (declared !== undefined && !/^(utf-?8|us-ascii|ascii)$/i.test(declared)) {
    throw broken(`it says it is in ${declared.slice(0, 40)}, not in UTF-8`);
  }
}
