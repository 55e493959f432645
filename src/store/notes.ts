import type { GitStorage } from './git-storage.ts';

export async function writeNotes(
  _storage: GitStorage,
  _notes: string,
  _texts: ReadonlyMap<string, string>,
): Promise<void> {}

export async function readNotes(_storage: GitStorage, _notes: string): Promise<ReadonlyMap<string, string>> {
  return new Map();
}
