import { playAll } from './play-all.ts';

playAll(({ fast }) => fast === true);
