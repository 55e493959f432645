import type { JsonObject } from '../base/json.ts';
import { splitLines } from '../base/line-diff.ts';
import { readSections } from './json.ts';

/** `go.mod`: what each verb says, by the first word after it. `undefined` where a word is written with escapes. */
export function readGoMod(text: string): JsonObject | undefined {
  const directives: [verb: string, first: string, said: string][] = [];
  let block = '';
  for (const raw of splitLines(text)) {
    const line = wordsIn(raw).join(' ');
    const opened = /^(\w+) ?\($/.exec(line)?.[1];
    if (opened !== undefined || line === ')') {
      block = opened ?? '';
      continue;
    }
    if (line.includes('\\')) return undefined;
    const [verb = '', ...rest] = block === '' ? line.split(' ') : [block, ...line.split(' ')];
    if (rest.join('') !== '') directives.push([verb, rest[0] ?? '', rest.join(' ')]);
  }
  return readSections(directives);
}

/** The words of a line without its comment; quotes round one say nothing. */
function wordsIn(line: string): readonly string[] {
  const words = line.match(/\/\/.*$|"(?:[^"\\]|\\.)*"|`[^`]*`|(?:(?!\/\/)[^\s"`])+/g) ?? [];
  return words.filter((word) => !word.startsWith('//')).map((word) => word.replace(/^(["`])([^\\]*)\1$/, '$2'));
}

/** `go.sum`: the checksum of each version of each module. */
export function readGoSum(text: string): JsonObject | undefined {
  const lines = splitLines(text).filter((line) => line.trim() !== '');
  return readSections(
    lines.map((line) => {
      const [module = '', version = '', sum = ''] = line.trim().split(/\s+/);
      return ['modules', `${module} ${version}`, sum];
    }),
  );
}

/** `vendor/modules.txt`: that packages come from the tree at all, and each line of it, which names modules. */
export function readGoVendor(text: string): JsonObject | undefined {
  if (text === '') return {};
  const lines = splitLines(text).map((line) => ['modules', line, line] as const);
  return readSections([['vendor', 'used', 'yes'], ...lines]);
}
