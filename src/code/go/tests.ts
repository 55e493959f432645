import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';
import { type FoundTests, type ImportFact, plainTitle } from '../tests.ts';

/** Finds `func TestName(...)` and its like at the top of a file. */
export function goTests(root: Syntax, text: string): FoundTests {
  const tests = named(root).flatMap((node) => {
    const name = node.type === 'function_declaration' ? childOf(node, 'name') : undefined;
    if (name === undefined || !TEST.test(textOf(name, text))) return [];
    return [{ start: node.start, end: node.end, nodes: [node], names: [plainTitle(textOf(name, text))] }];
  });
  return { tests, groups: [], imports: importsIn(root, text) };
}

/** `TestMain` runs tests, and after the first word comes no small letter. */
const TEST = /^(?:Test(?!Main$)|Fuzz|Example|Benchmark)(?!\p{Ll})/u;

function importsIn(root: Syntax, text: string): readonly ImportFact[] {
  return named(root)
    .filter(({ type }) => type === 'import_declaration')
    .map((node) => ({
      node,
      bindings: [...walk(node)].flatMap((one) => {
        const path = one.type === 'import_spec' ? childOf(one, 'path') : undefined;
        if (path === undefined) return [];
        const alias = childOf(one, 'name');
        return [{ name: textOf(alias ?? path, text), module: textOf(path, text) }];
      }),
    }));
}
