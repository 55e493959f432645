import * as state from './state.ts';

export const step = () => state;
