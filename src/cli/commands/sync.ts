import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { type SyncResult, tellSync } from '../sync-words.ts';

/** Exchanges runs, handoffs and notes with a remote. What two clones continued differently gives exit code 1. */
export const run: Run = async ({ cwd, json, output }, [remote], options) => {
  const baton = await openBaton({ cwd });
  const putAway = options.archive === true ? await baton.archiveFinished() : [];
  const result: SyncResult = { ...(await baton.sync(remote)), put_away: putAway };
  output.out(json ? JSON.stringify(result, null, 2) : tellSync(result).join('\n'));
  return result.diverged.length + result.refused.length === 0 ? EXIT.done : EXIT.refused;
};
