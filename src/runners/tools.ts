import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { SessionRequest } from './runner.ts';

/**
 * Why a tool may not write a file, in words for the agent; nothing if it may. `path` is as the tool got it: absolute, or
 * relative to the workbench.
 */
export function refuseWrite(path: string, request: Pick<SessionRequest, 'workbench' | 'mayNotWrite'>) {
  const inside = relative(request.workbench, resolve(request.workbench, path));
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return `${path} is outside ${request.workbench}. Work only in that directory.`;
  }
  if (inside === '.git' || inside.startsWith(`.git${sep}`)) return `${path} belongs to git. Leave it alone.`;
  return request.mayNotWrite(inside.split(sep).join('/'));
}
