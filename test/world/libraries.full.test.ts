import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../scenarios/tdd/sum.ts';
import { ITEM, LIBRARIES, type Library, OTHER_SESSIONS } from './libraries.ts';
import { type Player, playerOf } from './players.ts';
import { type Installed, install } from './program.ts';
import { gitOn, makeRepository } from './repositories.ts';
import { onStage, type Stage } from './stage.ts';

let installed: Installed;

beforeAll(() => {
  installed = install();
}, 300_000);

afterAll(() => installed?.remove());

const RUN = { name: 'fortnights', request: 'Fortnights' };

describe.each(LIBRARIES)('a library of $framework', { timeout: 900_000 }, (library) => {
  it('takes an honest item, proved by all of its tests', ({ skip }) =>
    play(library, skip, async (player) => {
      const { out } = await player.baton(0, 'doctor');
      expect(out).toContain(`${library.tests} passed`);
      const { state } = await player.begin(RUN, sessionsOf(library, []));
      expect(state).toBe('completed');
      await expectDone(player, library);
      await player.baton(0, 'merge', RUN.name);
      await player.baton(0, 'doctor');
    }));

  it(`refuses a cheat, and takes the honest attempt after it: ${library.cheat.says}`, ({ skip }) =>
    play(library, skip, async (player) => {
      const cheat: Session = { phase: 'green', attempt: 1, write: library.cheat.files };
      const { state } = await player.begin(RUN, sessionsOf(library, [cheat]));
      expect(state).toBe('completed');
      const { out } = await player.baton(0, 'log', RUN.name, '--json');
      const refused = out.split('\n').filter((line) => line.includes('"gate.refused"'));
      expect(refused.map((line) => JSON.parse(line).phase)).toEqual(['green']);
      await expectDone(player, library);
    }));

  it('goes on where it was when Ctrl-C came in the middle of a proof', ({ skip }) =>
    play(library, skip, async (player) => {
      const sessions = sessionsOf(library, []);
      await player.beginAndInterrupt(RUN, sessions, /"session\.ended".*"phase":"green"/);
      const { state } = await player.resume(RUN.name, sessions);
      expect(state).toBe('completed');
      const { out } = await player.baton(0, 'log', RUN.name, '--json');
      expect(out.split('\n').filter((line) => /"session\.started".*"phase":"green"/.test(line))).toHaveLength(1);
      await expectDone(player, library);
    }));
});

function sessionsOf({ red, green }: Library, first: readonly Session[]): Session[] {
  return [...first, { phase: 'red', write: red }, { phase: 'green', write: green }, ...OTHER_SESSIONS];
}

async function play(
  library: Library,
  skip: (why: string) => void,
  story: (player: Player) => Promise<void>,
): Promise<void> {
  const why = whyNotHere(library);
  if (why !== undefined) skip(why);
  await onStage(library.framework, installed, async (stage) => story(await playerIn(stage, library)));
}

function whyNotHere({ needs: [program, ...args] }: Library): string | undefined {
  if (program === undefined || spawnSync(program, args).status === 0) return undefined;
  return `needs ${[program, ...args].join(' ')}`;
}

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

async function playerIn({ root, transcript }: Stage, { files, isNode }: Library): Promise<Player> {
  const checkout = await makeRepository('clone', root, files);
  if (isNode) symlinkSync(PACKAGES, join(checkout.path, 'node_modules'));
  return playerOf('command', { installed, checkout, hasSandbox: true, beside: join(root, 'beside'), transcript });
}

/** The item is done, the new module is there and works, and the record holds. */
async function expectDone({ baton, checkout }: Player, { added, green }: Library): Promise<void> {
  const { out } = await baton(0, 'status', RUN.name, '--json');
  expect(JSON.parse(out).runs).toMatchObject([{ state: 'completed', done: 1, open: 0, asks: [] }]);
  const text = await gitOn(checkout.machine, checkout.path, 'show', `baton/${RUN.name}:${added}`);
  expect(`${text}\n`).toBe(green[added]);
  expect((await baton(0, 'log', RUN.name)).out).toContain(ITEM);
  await baton(0, 'verify', RUN.name);
}
