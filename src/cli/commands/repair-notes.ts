import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

export const run: Run = async () => EXIT.usage;
