// Clean: the engine knows the port of a store, not its drivers.
import type { Store } from '../store/store.ts';

export const run = (store: Store) => store;
