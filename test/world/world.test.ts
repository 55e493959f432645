import { afterAll, beforeAll, describe, it } from 'vitest';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { IS_FULL } from '../full.ts';
import { storiesFor, titleOf } from './matrix.ts';
import { type Installed, install } from './program.ts';
import { onStage } from './stage.ts';
import { playStory, SINGLE_STORIES } from './stories.ts';

/**
 * `npm test` plays the first stories of a seed that has the kinds of repositories apart in them; with FULL=1, and so by
 * `npm run world`, all stories are played.
 */
const FEW = { seed: 198, count: 8 };

const only = process.env.WORLD_ONLY ?? '';
const seed = Number(process.env.WORLD_SEED ?? (IS_FULL ? 1 : FEW.seed));
const all = storiesFor(seed);
const some = IS_FULL ? all : all.slice(0, FEW.count);
const stories = some.filter((story) => titleOf(story).includes(only));

const singles = Object.fromEntries(
  Object.entries(IS_FULL ? SINGLE_STORIES : {}).filter(([title]) => title.includes(only)),
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
      await onStage(`seed ${seed}: ${titleOf(story)}`, installed, (stage) => playStory({ ...stage, story }));
    });
  }

  for (const [title, play] of Object.entries(singles)) it(title, () => onStage(title, installed, play));
});
