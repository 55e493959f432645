import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Baton keeps what can be made again and serves many repositories: installed dependencies. */
export function cacheDirectory(from: NodeJS.ProcessEnv = process.env): string {
  const base =
    from.XDG_CACHE_HOME ??
    (process.platform === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache'));
  const path = join(base, 'baton');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
