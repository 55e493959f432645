import { damaged, type FileCoverage, NO_COUNT } from './file-coverage.ts';

interface Block {
  readonly statements: number;
  readonly covered: boolean;
}

/**
 * Reads a profile of `go test -coverprofile`. It counts statements, which stand for lines too, as Go's own
 * figures do. Names of files begin with the module's, which is taken off.
 */
export function readGoProfile(text: string, module: string): readonly FileCoverage[] {
  const [head = '', ...lines] = text.split('\n');
  if (!/^mode: (?:set|count|atomic)\r?$/.test(head)) throw damaged('go', 'it does not begin with its mode');
  const files = new Map<string, Map<string, Block>>();
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const match = BLOCK.exec(line);
    if (match === null) throw damaged('go', `${JSON.stringify(line.slice(0, 80))} is no block`);
    const [, file = '', place = '', statements, hits] = match;
    const path = module !== '' && file.startsWith(`${module}/`) ? file.slice(module.length + 1) : file;
    const blocks = files.get(path) ?? new Map<string, Block>();
    files.set(path, blocks);
    const known = blocks.get(place);
    const covered = Number(hits) > 0 || known?.covered === true;
    blocks.set(place, { statements: Number(statements), covered });
  }
  return [...files].map(([path, blocks]) => fileOf(path, [...blocks.values()]));
}

const BLOCK = /^(.+):(\d{1,7}\.\d{1,7},\d{1,7}\.\d{1,7}) (\d{1,7}) (\d{1,15})\r?$/;

function fileOf(path: string, blocks: readonly Block[]): FileCoverage {
  const sum = (those: readonly Block[]) => those.reduce((total, { statements }) => total + statements, 0);
  const statements = { total: sum(blocks), covered: sum(blocks.filter(({ covered }) => covered)) };
  return { path, lines: statements, statements, branches: NO_COUNT, functions: NO_COUNT };
}
