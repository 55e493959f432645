// Clean: the page knows the types of the contract.
import type { Contract } from '../src/http/contract.ts';

export const Page = (contract: Contract) => <ul>{contract.runs.length}</ul>;
