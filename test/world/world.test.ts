import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { storiesFor, titleOf } from './matrix.ts';
import { type Installed, install } from './program.ts';
import { playStory, SINGLE_STORIES, type Stage } from './stories.ts';

/**
 * `npm test` plays the first stories of a seed that has the kinds of repositories apart in them; with FULL=1, and so by
 * `npm run world`, all stories are played.
 */
const FEW = { seed: 198, count: 8 };
const isFull = process.env.FULL !== undefined;

const only = process.env.WORLD_ONLY ?? '';
const seed = Number(process.env.WORLD_SEED ?? (isFull ? 1 : FEW.seed));
const all = storiesFor(seed);
const some = isFull ? all : all.slice(0, FEW.count);
const stories = some.filter((story) => titleOf(story).includes(only));

const singles = Object.fromEntries(
  Object.entries(isFull ? SINGLE_STORIES : {}).filter(([title]) => title.includes(only)),
);

const { kind } = await findSandbox();
let installed: Installed;

beforeAll(() => {
  process.stdout.write(`the world: seed ${seed}, ${stories.length} of ${all.length} stories\n`);
  installed = install();
}, 300_000);

afterAll(() => installed?.remove());

describe.concurrent(`the packed program in the world, seed ${seed}`, { timeout: 600_000 }, () => {
  for (const story of stories) {
    it(titleOf(story), async ({ skip }) => {
      skip(kind === 'none' && story.sandbox !== 'no sandbox', 'no bubblewrap here');
      await onStage(titleOf(story), (stage) => playStory({ ...stage, story }));
    });
  }

  for (const [title, play] of Object.entries(singles)) it(title, () => onStage(title, play));
});

/** Gives a story an empty directory, and tells all of it when it fails. */
async function onStage(title: string, play: (stage: Stage) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-story-')));
  const transcript: string[] = [];
  const problems: string[] = [];
  try {
    await play({ root, installed, transcript, problems, player: 'command' });
  } catch (error) {
    const told = [error instanceof Error ? error.message : String(error), ...problems].join('\n');
    throw new Error(`seed ${seed}: ${title}\n${told}\n\n${transcript.join('\n\n')}`, { cause: error });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
