import { readXml } from './xml.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  /** All text directly in it, without space around it. */
  readonly text: string;
}

/** The root element of a short document; `undefined` if it is not well-formed, or has a document type. */
export function readXmlTree(text: string): XmlElement | undefined {
  const root = { children: [] as XmlElement[], text: '' };
  const open = [root];
  const last = () => open.at(-1) as typeof root;
  try {
    readXml([new TextEncoder().encode(text)], {
      open(name, attributes) {
        const element = { name, attributes: [...attributes].sort(), children: [], text: '' };
        last().children.push(element);
        open.push(element);
      },
      text(piece) {
        last().text += piece;
      },
      close() {
        const element = open.pop();
        if (element !== undefined) element.text = element.text.trim();
      },
    });
  } catch {
    return undefined;
  }
  return root.children[0];
}
