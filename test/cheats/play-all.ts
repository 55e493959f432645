import { describe, expect, it } from 'vitest';
import { whyNotHere } from '../scenarios/tdd/languages.ts';
import { BASES } from './projects.ts';
import { FAMILIES, OPEN_FAMILIES, OPEN_THEMES, THEMES } from './registry.ts';
import type { Scene } from './scene.ts';
import type { SceneKind } from './table.ts';
import { problemsOfCheat, problemsOfHonest } from './verdict.ts';

declare module 'vitest' {
  interface TaskMeta {
    scene?: SceneKind;
  }
}

/** A test for every scene that is chosen, with `isOpen` also among those that are not known to come out as they should. */
export function playAll(isChosen: (scene: Scene) => boolean, isOpen = false): void {
  for (const { name: family, cheats } of [...FAMILIES, ...(isOpen ? OPEN_FAMILIES : [])]) {
    playGroup(`cheats of ${family}`, cheats.filter(isChosen), problemsOfCheat, ({ project, expect }) => ({
      family,
      isWeak: BASES[project].isWeak === true,
      isSuspected: expect.suspicion !== undefined && expect.later === undefined,
      isUnseen: expect.unseen === true,
    }));
  }
  for (const { name: theme, runs } of [...THEMES, ...(isOpen ? OPEN_THEMES : [])]) {
    playGroup(`honest runs of ${theme}`, runs.filter(isChosen), problemsOfHonest, () => ({ theme }));
  }
}

function playGroup<One extends Scene>(
  title: string,
  scenes: readonly One[],
  problemsOf: (scene: One, signal: AbortSignal) => Promise<string[]>,
  kindOf: (scene: One) => SceneKind,
): void {
  if (scenes.length === 0) return;
  describe.concurrent(title, { timeout: 240_000 }, () => {
    for (const scene of scenes) {
      it(`${scene.name}: ${scene.says}`, { meta: { scene: kindOf(scene) } }, async ({
        skip,
        signal,
        onTestFinished,
      }) => {
        const why = whyNotPlayed(scene);
        skip(why !== undefined, why);
        const playing = problemsOf(scene, signal);
        // A scene that takes too long is ended, and has to have come to its end before the next one begins.
        onTestFinished(() => playing.then(IGNORE, IGNORE));
        expect(await playing).toEqual([]);
      });
    }
  });
}

const IGNORE = () => undefined;

/** Where nothing can contain an agent, nothing is said about what one that is contained could do. */
const SANDBOX = ['bwrap', '--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', 'true'];

function whyNotPlayed({ project, config }: Scene): string | undefined {
  const base = BASES[project];
  const why = whyNotHere(base);
  return why === undefined && config?.sandbox === 'require' ? whyNotHere({ ...base, needs: SANDBOX }) : why;
}
