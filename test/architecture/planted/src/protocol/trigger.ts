import { tier } from './tier.js';

export const trigger = tier;
