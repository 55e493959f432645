import { canonicalJson } from '../../base/json.ts';
import { entriesOf, readJson } from '../json.ts';
import { pythonName } from '../requirements.ts';
import type { LockedPackage, LockGraph } from './locked-package.ts';

/** `Pipfile.lock`: packages for everybody, and packages for development. It does not say what needs what. */
export function readPipenvLock(text: string): LockGraph | undefined {
  const lock = readJson(text);
  if (lock === undefined) return undefined;
  const entries = ['default', 'develop'].flatMap((section) =>
    entriesOf(lock[section]).map(([name, entry]): readonly [string, LockedPackage] => {
      const label = `${section}: ${pythonName(name)}`;
      const identity = `${label} ${canonicalJson(entry)}`;
      return [label, { name: pythonName(name), identity, label, needs: [], isForDevelopment: section === 'develop' }];
    }),
  );
  return new Map(entries);
}
