import { existsSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Places in a workbench that Codex keeps from its agent, by mounting something there. */
const PLACES = ['.agents', '.aws', '.codex', '.git'];

/** Remembers which of these places there are; the others are taken away afterwards if Codex left them, empty. */
export function watchMountPoints(workbench: string): { clear(): void } {
  const missing = PLACES.map((name) => join(workbench, name)).filter((path) => !existsSync(path));
  return {
    clear() {
      for (const path of missing) {
        try {
          rmdirSync(path);
        } catch {
          // Not there, or there is something in it: that is the agent's.
        }
      }
    },
  };
}
