import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { faultPoint } from '../../base/fault-point.ts';
import { errorCode } from '../durable.ts';
import { removeAll } from '../removal.ts';
import { type BytePath, pathText } from './byte-path.ts';
import { encodeIndex, type Indexed } from './index-file.ts';
import type { Repository } from './repository.ts';

/** What the git directory of a workbench says. */
export interface CloneState {
  /** Where its branch `work` stands. */
  readonly commit: string;
  readonly index: ReadonlyMap<BytePath, Indexed>;
  /** Folders that are no part of the project, by path or by name: its git does not show them. */
  readonly hidden: readonly string[];
}

/**
 * Makes the git directory of a shared clone, in place of whatever is there: it borrows the objects of a repository and
 * knows neither its refs nor its settings. Made by hand in a few files, which takes less time than looking whether the
 * old one can be trusted.
 */
export function writeClone(repository: Repository, workTree: string, { commit, index, hidden }: CloneState): void {
  const gitDir = join(workTree, '.git');
  removeAll(gitDir);
  faultPoint('clone.cleared');
  for (const name of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) {
    mkdirSync(join(gitDir, name), { recursive: true });
  }
  const write = (name: string, content: string | Buffer) => writeFileSync(join(gitDir, name), content);
  write('config', settingsOf(repository));
  write('objects/info/alternates', objectDirectories(repository).map(alternateLine).join(''));
  write('info/exclude', hidden.map((path) => `${path.replaceAll(/[\\*?[]/g, '\\$&')}\n`).join(''));
  write('refs/heads/work', `${commit}\n`);
  write('index', encodeIndex(repository, index));
  const shallow = join(repository.commonDir, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(gitDir, 'shallow'));
  faultPoint('clone.headless');
  write('HEAD', 'ref: refs/heads/work\n');
  faultPoint('clone.written');
}

/** Where a repository's objects are: in its own directory, and in those it borrows from itself. */
export function objectDirectories({ objectsDir }: Pick<Repository, 'objectsDir'>): readonly string[] {
  const found = new Set<string>();
  const waiting = [objectsDir];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!existsSync(next)) continue;
    const directory = realpathSync(next);
    if (found.has(directory)) continue;
    found.add(directory);
    waiting.push(...borrowedBy(directory));
  }
  return [...found];
}

/**
 * No hooks, no signing, no collecting of objects, and content as it is: what a session commits is only for itself.
 */
function settingsOf({ hash }: Repository): string {
  const sha256 = hash === 'sha256';
  return [
    '[core]',
    `\trepositoryFormatVersion = ${sha256 ? 1 : 0}`,
    '\tbare = false',
    '\tfileMode = true',
    '\tautocrlf = false',
    '\thooksPath = /dev/null',
    '\tfsmonitor = false',
    ...(sha256 ? ['[extensions]', '\tobjectFormat = sha256'] : []),
    '[user]',
    '\tname = Baton',
    '\temail = baton@localhost',
    '[commit]',
    '\tgpgSign = false',
    '[tag]',
    '\tgpgSign = false',
    '[gc]',
    '\tauto = 0',
    '[maintenance]',
    '\tauto = false',
    '',
  ].join('\n');
}

function borrowedBy(objectsDir: string): string[] {
  try {
    const lines = readFileSync(join(objectsDir, 'info', 'alternates'), 'latin1').split('\n');
    return lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => resolve(objectsDir, pathText(line.startsWith('"') ? unquote(line) : line)));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A path in git's quotes: a backslash stands before a byte in three octal digits, or before a single character. */
function unquote(line: BytePath): BytePath {
  return line.slice(1, -1).replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) => {
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
    return code === 'n' ? '\n' : code;
  });
}

/** A path with a line break is quoted, as git would. */
function alternateLine(path: string): string {
  return path.includes('\n') ? `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"\n` : `${path}\n`;
}
