import type { Moves } from '../../code/modules.ts';
import { importsOf, type Outline, outlineOf } from '../../code/outline.ts';
import { namesIn, type TestFact } from '../../code/tests.ts';
import type { FileChange } from '../diff.ts';
import { isSameTest } from '../files/test-file.ts';
import { hasHook, isHookName } from './affected.ts';

/** A version of a file from which tests may have been moved. */
export interface Origin {
  readonly outline: Outline;
  readonly imports: ReadonlyMap<string, string>;
}

export function originOf({ sources }: FileChange, moves: Moves): readonly Origin[] {
  const outline = sources?.before === undefined ? undefined : outlineOf(sources.before);
  return outline === undefined ? [] : [{ outline, imports: importsOf(outline, moves) }];
}

/** Whether a test stood in another file as it is, and what it uses means the same here. */
export function cameFromElsewhere(test: TestFact, after: Outline, origins: readonly Origin[]): boolean {
  const here = importsOf(after);
  const used = namesIn(test.nodes, after.source);
  return origins.some(
    ({ outline, imports }) =>
      outline.tests.some((old) => isSameTest(old, outline.source, test, after.source)) &&
      [outline, after].every((one) => isPortable(used, one)) &&
      [...used].every((name) => imports.get(name) === here.get(name)),
  );
}

/** Whether a test stood elsewhere in its file as it is; in another group only where no hook is about. */
export function cameFromHere(test: TestFact, after: Outline, removed: readonly TestFact[], before: Outline): boolean {
  const groupsOf = ({ names }: TestFact) =>
    names
      .slice(0, -1)
      .map((name) => name?.text)
      .join(' > ');
  return removed.some(
    (old) =>
      isSameTest(old, before.source, test, after.source) &&
      (groupsOf(old) === groupsOf(test) || !after.rest.some((piece) => hasHook(piece, after.source))),
  );
}

/** Whether a test uses nothing that a file it came from or went to defines round its tests. */
function isPortable(used: ReadonlySet<string>, { rest, source }: Outline): boolean {
  const names = rest.filter(({ isHead }) => !isHead).flatMap(({ nodes }) => [...namesIn(nodes, source)]);
  return names.every((name) => !isHookName(name) && !used.has(name));
}
