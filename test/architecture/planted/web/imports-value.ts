import { version } from '../src/http/contract.ts';

export const shown = version;
