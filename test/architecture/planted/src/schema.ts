import type { Stats } from 'node:fs';
export type { Stats };
export { template } from './base/clock.ts';
