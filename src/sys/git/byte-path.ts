/**
 * A path or name as git and the disk have it: every character of the string is one byte. Names that are no UTF-8 survive,
 * and comparing such strings compares bytes, which is how git sorts.
 */
export type BytePath = string;

export function bytePath(text: string): BytePath {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The path for a person or a rule. Bytes that are no UTF-8 become a replacement character. */
export function pathText(path: BytePath): string {
  if (!BEYOND_ASCII.test(path)) return path;
  return Buffer.from(path, 'latin1').toString('utf8');
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** The path as the system wants it. */
export function systemPath(path: BytePath): string | Buffer {
  return BEYOND_ASCII.test(path) ? Buffer.from(path, 'latin1') : path;
}

/** The folders above a path, the nearest first; the root is not among them. */
export function foldersAbove(path: BytePath): BytePath[] {
  const folders: BytePath[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.push(path.slice(0, at));
  return folders;
}

/**
 * Whether some file system takes a name, or a part of it behind a backslash, for `.git`: by case, by a short name, by dots,
 * spaces and streams at its end, or by characters it does not see. Git refuses trees that hold such names.
 */
export function isGitName(name: BytePath): boolean {
  return MAY_BE_ODD.test(name) && partsSeen(name).some((part) => /^(?:\.git|git~1)(?:[ .]*|:.*)$/.test(part));
}

/** The same for `.gitmodules`, which git refuses as a link. */
export function isModulesName(name: BytePath): boolean {
  return partsSeen(name).some((part) => /^(?:\.gitmodules|gitmod~[1-4]|gi7eba~[1-9])(?:[ .]*|:.*)$/.test(part));
}

/** How a name begins, or what it holds, for which it is worth looking closer. */
const MAY_BE_ODD = /^[.gG]|[\\\x80-\xff]/;

function partsSeen(name: BytePath): string[] {
  return pathText(name).replaceAll(UNSEEN, '').toLowerCase().split('\\');
}

/** What HFS+ leaves out of names before it compares them. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
