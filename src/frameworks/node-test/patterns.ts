import { compileGlob } from '../../base/glob.ts';
import type { Word } from '../js/package-script.ts';

/**
 * The test files that arguments of `node --test` name: files, directories and globs. Versions of node differ in what they
 * understand, and a shell may have expanded a glob first, so this is done here, the same for all.
 */
export function expandPatterns(patterns: readonly Word[], files: readonly string[]): string[] {
  const found = patterns.flatMap(({ text, quoted }) => {
    const plain = text.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
    if (/[*?[\]{}]/.test(plain)) return files.filter(matcher(plain, quoted));
    if (files.includes(plain)) return [plain];
    const inside = files.filter((file) => plain === '' || plain === '.' || file.startsWith(`${plain}/`));
    return inside.length === 0 ? [text] : inside.filter(isTestFile);
  });
  return [...new Set(found)];
}

/** What node takes for a test file in a directory: by its name, or anything in a directory called `test`. */
export function isTestFile(file: string): boolean {
  return TEST_NAME.test(file) || IN_TEST_DIRECTORY.test(file);
}

const TEST_NAME = /(^|\/)(test|test-[^/]+|[^/]+[._-]test)\.[cm]?js$/;
const IN_TEST_DIRECTORY = /(^|\/)test\/.*\.[cm]?js$/;

/** Matches as node's own globs do; unquoted, a plain shell was there first, to which `**` is the same as `*`. */
function matcher(glob: string, quoted: boolean): (file: string) => boolean {
  const plain = glob.replace(/([?@])\(([^()]*)\)/g, (_, kind: string, list: string) => {
    const choices = list.split('|').join(',');
    return kind === '?' ? `{,${choices}}` : `{${choices}}`;
  });
  return compileGlob(quoted ? plain : plain.replace(/\*\*+/g, '*'));
}
