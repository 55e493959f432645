import type { ExamProject } from './material.ts';
import { type ExamPlay, playsOf } from './plays.ts';

/** The plays of a seed: of each project those without a mistake, and some cheats, each kind about equally often. */
export function choosePlays(projects: readonly ExamProject[], seed: number, cheatsEach: number): ExamPlay[] {
  const used = new Map<string, number>();
  const random = randomFrom(seed);
  return projects.flatMap((project) => {
    const { honest, cheats } = playsOf(project);
    const order = shuffled(cheats, random).sort((a, b) => count(used, a) - count(used, b));
    const chosen = order.slice(0, cheatsEach);
    for (const play of chosen) used.set(play.cheat?.name ?? '', count(used, play) + 1);
    return [...honest, ...chosen];
  });
}

/** A number of plays out of many, by seed, with every language among them. */
export function samplePlays(plays: readonly ExamPlay[], seed: number, size: number): ExamPlay[] {
  const random = randomFrom(seed);
  const groups = new Map<string, ExamPlay[]>();
  for (const play of shuffled(plays, random)) {
    const key = `${play.project.language} ${play.cheat === undefined ? 'honest' : 'cheat'}`;
    groups.set(key, [...(groups.get(key) ?? []), play]);
  }
  const queues = shuffled([...groups.values()], random);
  const picked: ExamPlay[] = [];
  for (let turn = 0; picked.length < Math.min(size, plays.length); turn++) {
    const next = queues[turn % queues.length]?.shift();
    if (next !== undefined) picked.push(next);
  }
  return picked;
}

function count(used: ReadonlyMap<string, number>, { cheat }: ExamPlay): number {
  return used.get(cheat?.name ?? '') ?? 0;
}

function shuffled<One>(list: readonly One[], random: () => number): One[] {
  return list
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
