import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { tellSync } from '../sync-words.ts';

/** Exchanges runs, handoffs and notes with a remote. What two clones continued differently gives exit code 1. */
export const run: Run = async ({ cwd, json, output }, [remote], options) => {
  const baton = await openBaton({ cwd });
  const result = await baton.sync(remote, { archive: options.archive === true });
  output.out(json ? JSON.stringify(result, null, 2) : tellSync(result).join('\n'));
  return result.diverged.length + result.refused.length === 0 ? EXIT.done : EXIT.refused;
};
