import { type Handoffs, openHandoffs } from './engine/handoffs.ts';
import { openGitStore } from './store/git-store.ts';
import type { Store } from './store/store.ts';
import { openRepository } from './sys/repository.ts';

/** Baton in one repository. */
export interface Baton {
  readonly store: Store;
  readonly handoffs: Handoffs;
  /** Ends the helper processes. Nothing is lost without it: they end with this process. */
  close(): void;
}

/** Opens the repository a directory belongs to. The only place that chooses drivers. */
export async function openBaton(options: { readonly cwd: string }): Promise<Baton> {
  const store = openGitStore(await openRepository(options.cwd));
  return { store, handoffs: openHandoffs(store), close: () => store.close() };
}
