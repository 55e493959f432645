import { type Wrap, wrapPieces } from '../source.ts';
import { runtimeOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { childOf, named, type Syntax, textOf } from '../syntax.ts';
import { returnsIn } from './functions.ts';

export function writeGo({ source, functions }: SwitchedFile, switches: Switches): string {
  return wrapPieces(
    source.text,
    functions.flatMap((one) => switchesIn(one, source.text, switches.name)),
  );
}

/** The functions that switches call, once for every package. */
export function goRuntime(files: readonly SwitchedFile[], switches: Switches): Readonly<Record<string, string>> {
  const runtime = runtimeOf(switches, 'go.go');
  return Object.fromEntries(
    files.map(({ source: { path, root, text } }) => {
      const clause = named(root).find(({ type }) => type === 'package_clause');
      const own = clause === undefined ? 'main' : textOf(named(clause)[0] ?? clause, text);
      const beside = `${path.slice(0, path.lastIndexOf('/') + 1)}${switches.name}.go`;
      return [beside, runtime.replace('package main', `package ${own}`)];
    }),
  );
}

/** A value that a function returns. */
interface Result {
  readonly name: string | undefined;
  readonly type: Syntax;
}

/**
 * Every return first puts its values into variables of their types. Where results have no names these are what names them:
 * inside a body, a variable may hide the name of a type.
 */
function switchesIn({ number, node, body, parameters }: Switched, text: string, name: string): readonly Wrap[] {
  const declared = childOf(node, 'result');
  const results = resultsOf(declared, text);
  const held = results.map((_, at) => `${name}Value${at}`);
  const isNamed = results.some((one) => one.name !== undefined);
  const types = results.map(({ type }) => textOf(type, text));
  const variables = isNamed ? types.map((type, at) => ` var ${held[at]} ${type};`).join('') : '';
  const first = { start: body.start + 1, end: body.start + 1 };
  const given = [number, ...parameters].join(', ');
  const watched = [...receiverOf(node, text), ...parameters].map((one) => `, &${one}`).join('');
  const watch = watched === '' ? '' : ` defer ${name}Watch(${number}${watched})();`;
  const enter = `${variables} ${name}In, ${name}Stop := ${name}Enter(${given}); _ = ${name}In; if ${name}Stop { return ${held.join(', ')} };${watch} `;
  const alter = (places: readonly string[]) => {
    // What comes beside an error says nothing.
    const isGiven = ['true', ...places.filter((_, at) => types[at] === 'error').map((one) => `${one} == nil`)].join(
      ' && ',
    );
    const altered = places.filter((_, at) => types[at] !== 'error').map((one) => `&${one}`);
    const failed = places
      .filter((_, at) => types[at] === 'error')
      .map((one) => `${name}Failed(${number}, ${name}In, &${one}); `);
    return `${failed.join('')}${name}Result(${[number, `${name}In`, isGiven, ...altered].join(', ')})`;
  };
  const returned = returnsIn(body).flatMap(({ start, end, children }): Wrap[] => {
    if (results.length === 0) return [];
    if (!children.some((one) => one.isNamed)) {
      const names = results.map((one) => one.name ?? '_');
      return names.includes('_') ? [] : [{ start, end, before: `{ ${alter(names)}; `, after: ' }' }];
    }
    return [
      { start, end: start + 'return'.length, before: `{ ${held.join(', ')} = /*`, after: '*/' },
      { start: end, end, before: `; ${alter(held)}; return ${held.join(', ')} }`, after: '' },
    ];
  });
  return [...(isNamed ? [] : namesFor(declared, results, held)), { ...first, before: enter, after: '' }, ...returned];
}

/** The name of what a method is called on, where it can change that for others. */
function receiverOf(node: Syntax, text: string): readonly string[] {
  const [receiver] = named(childOf(node, 'receiver') ?? { ...node, children: [] });
  const [own, type] = [childOf(receiver, 'name'), childOf(receiver, 'type')];
  return own === undefined || type?.type !== 'pointer_type' || textOf(own, text) === '_' ? [] : [textOf(own, text)];
}

/** Names before the types of results. */
function namesFor(declared: Syntax | undefined, results: readonly Result[], held: readonly string[]): readonly Wrap[] {
  const isList = declared?.type === 'parameter_list';
  return results.map(({ type: { start, end } }, at) => ({
    ...{ start, end },
    before: isList ? `${held[at]} ` : `(${held[at]} `,
    after: isList ? '' : ')',
  }));
}

/** The types of what a function returns, one for each value. */
function resultsOf(node: Syntax | undefined, text: string): readonly Result[] {
  if (node === undefined) return [];
  if (node.type !== 'parameter_list') return [{ name: undefined, type: node }];
  return named(node).flatMap((one): Result[] => {
    const type = childOf(one, 'type') ?? one;
    const names = one.children.filter(({ field }) => field === 'name');
    if (names.length === 0) return one.type === 'comment' ? [] : [{ name: undefined, type }];
    return names.map((each) => ({ name: textOf(each, text), type }));
  });
}
