import { choosePlays, samplePlays } from './choose.ts';
import { readMaterial } from './material.ts';
import { playAll } from './play-all.ts';

/** How many cheats of each project are played: the whole takes at most an hour on two cores. */
const CHEATS_EACH = 4;

const { EXAM_SEED = '1', EXAM_SAMPLE = '', EXAM_ONLY = '', EXAM_CHEATS = String(CHEATS_EACH) } = process.env;
const { EXAM_MATERIAL } = process.env;
const words = EXAM_ONLY.split(' ').filter((word) => word !== '');

/** Words choose among all cheats, not only those of the seed. */
const cheatsEach = words.length > 0 ? Number.POSITIVE_INFINITY : Number(EXAM_CHEATS);
const chosen = choosePlays(readMaterial(EXAM_MATERIAL), Number(EXAM_SEED), cheatsEach).filter(({ title }) =>
  words.every((word) => title.includes(word)),
);
const plays = EXAM_SAMPLE === '' ? chosen : samplePlays(chosen, Number(EXAM_SEED), Number(EXAM_SAMPLE));

playAll(`the exam, seed ${EXAM_SEED}`, plays);
