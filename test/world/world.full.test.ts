import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { storiesFor, titleOf } from './matrix.ts';
import { type Installed, install } from './program.ts';
import { playStory } from './stories.ts';

/** Stories of `npm test`; with FULL=1, and so by `npm run world`, all are played. */
const FEW = 8;

const seed = Number(process.env.WORLD_SEED ?? 1);
const all = storiesFor(seed);
const some = process.env.FULL === undefined ? all.slice(0, FEW) : all;
const stories = some.filter((story) => titleOf(story).includes(process.env.WORLD_ONLY ?? ''));

const { kind } = await findSandbox();
let installed: Installed;

beforeAll(() => {
  process.stdout.write(`the world: seed ${seed}, ${stories.length} of ${all.length} stories\n`);
  installed = install();
}, 300_000);

afterAll(() => installed?.remove());

describe.concurrent(`the packed program in the world, seed ${seed}`, { timeout: 600_000 }, () => {
  for (const story of stories) {
    const title = titleOf(story);
    it(title, async ({ skip }) => {
      skip(kind === 'none' && story.sandbox !== 'no sandbox', 'no bubblewrap here');
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-story-')));
      const transcript: string[] = [];
      const problems: string[] = [];
      try {
        await playStory({ story, root, installed, transcript, problems });
      } catch (error) {
        const told = error instanceof Error ? error.message : String(error);
        throw new Error(`seed ${seed}: ${title}\n${[told, ...problems].join('\n')}\n\n${transcript.join('\n\n')}`, {
          cause: error,
        });
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    });
  }
});
