/** A key at some indentation with the lines indented below it. */
export interface Block {
  readonly key: string;
  readonly lines: readonly string[];
}

export function blocksIn(lines: readonly string[], indent: string): readonly Block[] {
  const blocks: { key: string; lines: string[] }[] = [];
  for (const line of lines) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const isKey = line.startsWith(indent) && line[indent.length] !== ' ';
    if (isKey) blocks.push({ key: line.slice(indent.length), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

export function unquote(text: string): string {
  return text.trim().replace(/^(['"])(.*)\1$/, '$2');
}

/** Every `name: range` below a `dependencies:` and its like. */
export function dependencyLines(lines: readonly string[]): readonly (readonly [string, string])[] {
  let inside = -1;
  return lines.flatMap((line): readonly (readonly [string, string])[] => {
    const indent = line.length - line.trimStart().length;
    if (inside >= 0 && indent <= inside) inside = -1;
    if (/^\s*(?:optionalD|peerD|d)ependencies:$/.test(line)) {
      inside = indent;
      return [];
    }
    if (inside < 0) return [];
    const [, name, range] = /^("[^"]+"|'[^']+'|[^\s:]+):?\s+(.*)$/.exec(line.trim()) ?? [];
    return name === undefined || range === undefined ? [] : [[unquote(name), unquote(range)]];
  });
}
