import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where a part of test/ is found as JavaScript: it is TypeScript, of which Node 20 runs none, and compiled beside the other
 * caches, into the place that its tsconfig.json names.
 */
export function compiled(root, part) {
  const place = join(root, `node_modules/.cache/baton-${part}`);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'test', part)], { stdio: 'inherit' });
  if (status !== 0) process.exit(2);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }\n');
  return place;
}
