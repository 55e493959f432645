import { playAll } from './play-all.ts';

playAll(() => true, process.env.OPEN !== undefined);
