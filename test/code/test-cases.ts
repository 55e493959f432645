import { languageOf } from '../../src/code/languages.ts';
import type { Source } from '../../src/code/source.ts';
import { childOf, textOf } from '../../src/code/syntax.ts';
import type { TestFact } from '../../src/code/tests.ts';

/** How tests are written that run as several, by language: with rows of a table, or with tests that they start. */
const SEVERAL: Readonly<Record<string, RegExp>> = {
  python: /^@.*(?:parametrize|parameterized|given)|\bsubTest\(|\bsubtests\.test\(/m,
  go: /\.Run\(/,
  java: /@(?:(?:Parameterized|Repeated)Test|\w*Source|Property|TestFactory|TestTemplate)\b/,
  rust: /^#\[[^\]]*\b(?:case|values|test_case|rstest)\b/m,
};
const SEVERAL_IN_JAVASCRIPT = /^(?:await\s+)?\w+(?:\.\w+)*\.(?:each|for|prop)\b|[\s({;]\w+\.(?:test|subtest|step)\(/;

/**
 * Whether a test is several when it runs. Nothing in Baton goes by that, for a report says what ran: it excuses a test of
 * which a framework shows more than one.
 */
export function hasCases({ nodes }: TestFact, { path, text }: Pick<Source, 'path' | 'text'>): boolean {
  const written = nodes.map((node) => textOf(node, text)).join('\n');
  const several = SEVERAL[languageOf(path)?.grammar ?? ''];
  return several === undefined ? SEVERAL_IN_JAVASCRIPT.test(written) || isRepeated(nodes, text) : several.test(written);
}

/** Whether a loop goes over it: `for (...)`, `rows.forEach(...)`. */
function isRepeated([first]: TestFact['nodes'], text: string): boolean {
  for (let at = first?.parent; at !== undefined; at = at.parent) {
    if (/^(?:for|while|do)_/.test(at.type)) return true;
    const member = at.type === 'call_expression' ? childOf(childOf(at, 'function'), 'property') : undefined;
    if (member !== undefined && /^(?:forEach|map)$/.test(textOf(member, text))) return true;
  }
  return false;
}
