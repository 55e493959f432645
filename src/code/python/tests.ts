import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';
import { type FoundTests, type GroupFact, groupsRound, plainTitle, type TestFact } from '../tests.ts';
import { pythonImports } from './imports.ts';

/** Finds `def test...` with its decorators, at the top or in classes, and classes. */
export function pythonTests(root: Syntax, text: string): FoundTests {
  const tests: TestFact[] = [];
  const groups: GroupFact[] = [];
  for (const node of walk(root, ({ type }) => type !== 'function_definition')) {
    const [name, body] = [childOf(node, 'name'), childOf(node, 'body')];
    if (name === undefined || body === undefined) continue;
    const own = textOf(name, text);
    const whole = node.parent?.type === 'decorated_definition' ? node.parent : node;
    if (node.type === 'class_definition') groups.push({ nodes: [whole], title: undefined, name: own, body });
    if (node.type !== 'function_definition' || !own.startsWith('test')) continue;
    const marks = named(whole)
      .filter(({ type }) => type === 'decorator')
      .map((one) => textOf(one, text));
    const round = groupsRound(node, groups).map((group) => plainTitle(group.name ?? ''));
    tests.push({
      ...{ start: whole.start, end: whole.end, nodes: [whole], names: [...round, plainTitle(own)] },
      isParametrised: marks.some((mark) => /parametrize|parameterized|given/.test(mark)),
      holdsTests: /\bsubTest\(|\bsubtests\.test\(/.test(textOf(node, text)),
      state: marks.some((mark) => /\bskip(?:If|Unless)?\b/.test(mark)) ? 'skipped' : 'runs',
    });
  }
  return { tests, groups, imports: pythonImports(root, text) };
}

/** A prompt of an example in documentation, with everything below it up to an empty line or the end of its text. */
export function pythonExamples(text: string): readonly string[] {
  const examples: string[][] = [];
  let isOpen = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    const begins = line.startsWith('>>>');
    if (begins && !isOpen) examples.push([]);
    isOpen = (isOpen || begins) && line !== '' && !/^(?:"""|''')/.test(line);
    if (isOpen) examples.at(-1)?.push(line);
  }
  return examples.map((lines) => lines.join('\n'));
}
