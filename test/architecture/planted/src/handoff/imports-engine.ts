import { run } from '../engine/run.ts';

export const again = run;
