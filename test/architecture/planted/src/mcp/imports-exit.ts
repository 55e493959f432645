import { exit } from 'node:process';

export const stop = exit;
