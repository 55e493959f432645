import * as itself from './itself.ts';

export const self = itself;
