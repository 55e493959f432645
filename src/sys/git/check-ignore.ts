import { BatonError } from '../../base/error.ts';
import type { BytePath } from './byte-path.ts';
import { type GitPlace, lastLine, runGit } from './git.ts';

/** Those of some paths (folders end in a slash) that are ignored in a work tree, whatever its index has. */
export async function checkIgnored(
  place: GitPlace,
  paths: readonly BytePath[],
  settings: readonly string[] = [],
): Promise<ReadonlySet<BytePath>> {
  const args = [...settings, 'check-ignore', '--no-index', '--stdin', '-z', '--verbose'];
  const input = Buffer.from(paths.map((path) => `${HERE}${path}`).join('\0'), 'latin1');
  const { code, stdout, stderr } = await runGit(place, args, input);
  if (code > 1) throw new BatonError('git_failed', `Cannot tell which files are ignored: ${lastLine(stderr)}.`);
  const fields = stdout.toString('latin1').split('\0');
  const ignored = new Set<BytePath>();
  for (let at = 0; at + 4 <= fields.length; at += 4) {
    const [, , pattern = '', path = ''] = fields.slice(at, at + 4);
    if (pattern !== '' && !pattern.startsWith('!')) ignored.add(path.slice(HERE.length));
  }
  return ignored;
}

/** Before every path that git is asked about, so that none is taken for a pattern: some begin with a colon. */
const HERE = './';
