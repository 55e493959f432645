export type { Runner } from '../runners/runner.ts';
export type { Store } from '../store/store.ts';
