import { main } from '../main.ts';

export const command = main;
