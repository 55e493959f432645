import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Installed } from './program.ts';

/** Where a story is played, and by what. */
export interface Stage {
  /** An empty directory. */
  readonly root: string;
  readonly installed: Installed;
  readonly transcript: string[];
  /** What is wrong although the story can go on. */
  readonly problems: string[];
}

/** Gives a story an empty directory, and tells all of it when it fails. */
export async function onStage(
  title: string,
  installed: Installed,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-story-')));
  const transcript: string[] = [];
  const problems: string[] = [];
  try {
    await play({ root, installed, transcript, problems });
  } catch (error) {
    const told = [error instanceof Error ? error.message : String(error), ...problems].join('\n');
    throw new Error(`${title}\n${told}\n\n${transcript.join('\n\n')}`, { cause: error });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
