import { languageOf } from '../../../code/languages.ts';
import type { FunctionFact, Source } from '../../../code/source.ts';
import { holds, named, textOf, walk } from '../../../code/syntax.ts';
import { isName } from '../../../code/tests.ts';
import { type FileChange, isNewFile } from '../../../evidence/diff.ts';
import { type FileRoles, isTested } from '../../../evidence/file-roles.ts';
import type { Surroundings } from '../surroundings.ts';
import { isNoticed, proveAltered } from './altered.ts';

/** A function that no test noticed, and the file it is in. */
type Unnoticed = Pick<FunctionFact, 'name' | 'body' | 'node'> & { readonly path: string };

/**
 * Those of some functions that a refactoring added: they stood nowhere before, and are in a new file, or called by no function of
 * what was changed.
 */
export function addedFunctions(
  unnoticed: readonly Unnoticed[],
  sources: readonly Source[],
  changes: readonly FileChange[],
): readonly string[] {
  const earlier = changes.map(({ before = '' }) => bare(before));
  const sourceOf = ({ path }: Unnoticed) => sources.find((source) => source.path === path);
  return unnoticed
    .filter((one) => isAdded(one, sources, changes))
    .filter((one) => !earlier.some((text) => text.includes(workOf(textOf(one.body, sourceOf(one)?.text ?? '')))))
    .map(({ name }) => name);
}

/** What a function does, as it may have stood in another one; little of that could be anywhere. */
function workOf(body: string): string {
  const [, inside = ''] = /^\{([\s\S]*)\}$/.exec(bare(body)) ?? [];
  return inside.length < 20 ? bare(body) : inside;
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

function isAdded(one: Unnoticed, sources: readonly Source[], changes: readonly FileChange[]): boolean {
  const change = changes.find(({ path }) => path === one.path);
  if (change === undefined || isNewFile(change)) return change !== undefined;
  const before = change.sources?.before?.functions;
  return before?.every(({ name }) => name !== one.name) === true && !isCalled(one, sources);
}

/** Whether other code names it, and not only to offer it; what languages call themselves is named by none. */
function isCalled({ name, node, path }: Unnoticed, sources: readonly Source[]): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1);
  if (/^(?:__\w+__|constructor|new|toString|toJSON|String|Error|fmt|default|drop)$/.test(own)) return true;
  return sources.some(({ path: other, text, root, functions }) =>
    named(root).some((statement) => {
      const bodies = functions.map(({ body }) => body).filter((body) => holds(statement, body));
      const places = OFFERS.test(textOf(statement, text)) ? bodies : [statement];
      const names = places
        .flatMap((place) => [...walk(place)])
        .filter((inner) => isName(inner) && textOf(inner, text) === own);
      return names.some((inner) => other !== path || !holds(node, inner));
    }),
  );
}

const OFFERS = /^(?:export\b|module\.exports\b|exports\.|pub\b)/;

/**
 * New files in a language that nothing is known of, with other content than any file had before, without which all tests pass;
 * text for people is free.
 */
export async function idleFiles(
  changes: readonly FileChange[],
  roles: FileRoles,
  tree: string,
  around: Surroundings,
): Promise<readonly string[]> {
  const earlier = changes.map(({ before = '' }) => bare(before));
  const added = changes.filter((change) => {
    const { path, after } = change;
    const isUnknown = isNewFile(change) && isTested(path, roles) && languageOf(path) === undefined;
    return isUnknown && after !== undefined && !PROSE.test(path) && !earlier.some((text) => text.includes(bare(after)));
  });
  const idle: string[] = [];
  for (const { path } of added) {
    around.onProgress(`looking whether tests need ${path}`);
    if (!isNoticed(await proveAltered(tree, { [path]: null }, undefined, around))) idle.push(path);
  }
  return idle;
}

const PROSE = /\.(?:md|txt|rst|adoc)$|(?:^|\/)[^.]*$|(?:^|\/)\./i;
