import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What every file of a directory was like, by its path in it. Any write to a file gives it another mark. */
export type FileMarks = ReadonlyMap<string, string>;

/** Looks at everything below a directory. Links are looked at, never followed. */
export function marksOf(directory: string): FileMarks {
  const marks = new Map<string, string>();
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      marks.set(path, markOf(join(directory, path)));
      if (entry.isDirectory()) waiting.push(path);
    }
  }
  return marks;
}

/** The time of a file's last change cannot be set back by those who change it; a folder's moves with every file in it. */
export function markOf(path: string): string {
  const stat = lstatSync(path, { bigint: true });
  return stat.isDirectory() ? `folder ${stat.mode}` : `${stat.ino} ${stat.mode} ${stat.size} ${stat.ctimeNs}`;
}
