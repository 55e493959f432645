import { around, childOf, named, type Syntax, textOf, walk } from '../syntax.ts';
import { type FoundTests, groupNames, type ImportFact, nothingFound, plainTitle, type Title } from '../tests.ts';

/** Finds methods under `@Test` and its like, and those that a `TestCase` of old runs by their names, in classes. */
export function javaTests(root: Syntax, text: string): FoundTests {
  const { tests, groups } = nothingFound();
  for (const node of walk(root)) {
    const [name, body] = [childOf(node, 'name'), childOf(node, 'body')];
    if (name === undefined || body === undefined) continue;
    if (node.type === 'class_declaration' || node.type === 'record_declaration') {
      groups.push({ nodes: [node], name: plainTitle(textOf(name, text)), body });
    }
    const marks = annotationsOf(node, text);
    if (node.type !== 'method_declaration' || !(marks.some(isTest) || isOldTest(node, textOf(name, text), text)))
      continue;
    const isParametrised = marks.some((mark) => /^(?:Parameterized|Repeated)Test$|Source$|^Property$/.test(mark));
    const title = titleOf(node, textOf(name, text), isParametrised, text);
    tests.push({ start: node.start, end: node.end, nodes: [node], names: [...groupNames(node, groups), title] });
  }
  return { tests, groups, imports: importsIn(root, text) };
}

/** The name of a method, or what `@DisplayName` has it called; behind it a case has its own. */
function titleOf(node: Syntax, name: string, isParametrised: boolean, text: string): Title {
  const own = plainTitle(name);
  const modifiers = node.children.find(({ type }) => type === 'modifiers');
  const [, shown] = /@DisplayName\(\s*"((?:[^"\\\n]|\\.)*)"/.exec(modifiers ? textOf(modifiers, text) : '') ?? [];
  if (shown === undefined) return own;
  const isShown = (called: string) => called === shown || (isParametrised && called.startsWith(`${shown} `));
  return { ...own, matches: (called) => own.matches(called) || isShown(called) };
}

function isTest(mark: string): boolean {
  return /^(?:\w*Test|TestFactory|TestTemplate|Property)$/.test(mark);
}

function annotationsOf(node: Syntax, text: string): readonly string[] {
  const modifiers = node.children.find(({ type }) => type === 'modifiers');
  return (modifiers?.children ?? []).flatMap((one) => {
    const name = childOf(one, 'name');
    return name === undefined ? [] : [textOf(name, text).replace(/^.*\./, '')];
  });
}

/** JUnit 3: `public void testAdds()` in a class that extends `TestCase`. */
function isOldTest(method: Syntax, name: string, text: string): boolean {
  const parent = childOf(around(method, CLASSES), 'superclass');
  return /^test/.test(name) && parent !== undefined && /\bTestCase\b/.test(textOf(parent, text));
}

const CLASSES: ReadonlySet<string> = new Set(['class_declaration']);

/** `import a.b.C;`, `import static a.B.c;`. */
function importsIn(root: Syntax, text: string): readonly ImportFact[] {
  return named(root)
    .filter(({ type }) => type === 'import_declaration')
    .map((node) => {
      const module = textOf(node, text).replace(/^import\s+(?:static\s+)?|[\s;]/g, '');
      const local = module.slice(module.lastIndexOf('.') + 1);
      return { node, bindings: [{ name: local === '*' ? module : local, module }] };
    });
}
