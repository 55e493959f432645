import type { ExportFact, FunctionFact } from '../source.ts';
import { childOf, named, parameterNames, type Syntax, textOf, walk } from '../syntax.ts';

export function goFunctions(root: Syntax, text: string): readonly FunctionFact[] {
  return named(root)
    .flatMap(functionsIn)
    .flatMap(({ node, own, isGiven }) => {
      const body = childOf(node, 'body');
      if (body === undefined) return [];
      const receiver = [...walk(childOf(node, 'receiver') ?? own)].find(({ type }) => type === 'type_identifier');
      const name = textOf(own, text);
      const results = returnsIn(body).flatMap((one) => named(one).flatMap(named));
      const title = `${receiver ? `${textOf(receiver, text)}.` : ''}${name}${isGiven ? '()' : ''}`;
      return [{ name: title, node, body, isExpression: false, results, parameters: parameterNames(node, text) }];
    });
}

const DECLARED = new Set(['function_declaration', 'method_declaration']);

/** A function at the top of a file with those that it gives back, or those that are values of a variable there. */
function functionsIn(
  node: Syntax,
): readonly { readonly node: Syntax; readonly own: Syntax; readonly isGiven?: true }[] {
  const [own, body] = [childOf(node, 'name'), childOf(node, 'body')];
  if (own !== undefined && body !== undefined && DECLARED.has(node.type)) {
    const given = returnsIn(body)
      .flatMap((one) => named(one).flatMap(named))
      .filter(({ type }) => type === 'func_literal');
    return [{ node, own }, ...given.map((one) => ({ node: one, own, isGiven: true as const }))];
  }
  if (node.type !== 'var_declaration') return [];
  return [...walk(node)]
    .filter(({ type }) => type === 'var_spec')
    .flatMap((spec) => {
      const name = childOf(spec, 'name');
      const values = [...walk(spec, ({ type }) => type !== 'func_literal')].filter(
        ({ type }) => type === 'func_literal',
      );
      return name === undefined ? [] : values.map((value) => ({ node: value, own: name }));
    });
}

/** The return statements of a function, but not of one inside it. */
export function returnsIn(body: Syntax): readonly Syntax[] {
  return [...walk(body, ({ type }) => type !== 'func_literal')].filter(({ type }) => type === 'return_statement');
}

const SPECS = new Set(['type_spec', 'type_alias', 'const_spec', 'var_spec']);

/** What begins with a capital at the top of a file; methods with their type. */
export function goExports(root: Syntax, text: string): readonly ExportFact[] {
  const names = named(root).flatMap((node): readonly string[] => {
    const own = childOf(node, 'name');
    const receiver = [...walk(childOf(node, 'receiver') ?? node)].find(({ type }) => type === 'type_identifier');
    if (node.type === 'function_declaration' && own !== undefined) return [textOf(own, text)];
    if (node.type === 'method_declaration' && own !== undefined && receiver !== undefined) {
      return isCapital(textOf(own, text)) ? [`${textOf(receiver, text)}.${textOf(own, text)}`] : [];
    }
    const specs = [...walk(node, ({ type }) => !SPECS.has(type))].filter(({ type }) => SPECS.has(type));
    return specs.flatMap((one) =>
      one.children.filter(({ field }) => field === 'name').map((each) => textOf(each, text)),
    );
  });
  return names.filter(isCapital).map((name) => ({ name, isOwn: true }));
}

function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
