import { describe, it } from 'vitest';
import { STORE_CONTRACT } from '../testing/store-contract.ts';
import { openMemoryStore } from './memory-store.ts';

describe('the memory store', () => {
  for (const { title, run } of STORE_CONTRACT) it(title, () => run(openMemoryStore()));
});
