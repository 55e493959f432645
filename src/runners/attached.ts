import { BatonError } from '../base/error.ts';
import type { Runner } from './runner.ts';

/** Stands for the runner of runs that an MCP client plays, in a process that serves no client. */
export const nobodyAttached: Runner = {
  name: 'attached',
  isOutside: true,
  unreported: ['usd', 'tokens'],
  async check() {
    throw new BatonError('invalid_input', `${NOBODY} or choose another runner.`);
  },
  play: async () => ({ ended: 'unavailable', detail: `${NOBODY} or resume it there with run_resume.` }),
};

const NOBODY = 'The runner attached is for runs that an MCP client plays: start it there with run_start,';
