import { type Source, type Wrap, wrapPieces } from '../source.ts';
import { runtimeOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { childOf, named, type Syntax, textOf, walk } from '../syntax.ts';

const PRIMITIVES = new Set(['byte', 'short', 'int', 'long', 'char', 'float', 'double']);

export function writeJava({ source, functions }: SwitchedFile, { name }: Switches): string {
  return wrapPieces(
    source.text,
    functions.flatMap((one) => switchesIn(one, source.text, name)),
  );
}

/** The class that switches call, once for every directory of sources. */
export function javaRuntime(files: readonly SwitchedFile[], switches: Switches): Readonly<Record<string, string>> {
  const runtime = runtimeOf(switches, 'java.java');
  return Object.fromEntries(files.map(({ source }) => [`${sourceRoot(source)}${switches.name}/Switch.java`, runtime]));
}

/** The directory of a file without what its package says. */
function sourceRoot({ path, root, text }: Source): string {
  const clause = named(root).find(({ type }) => type === 'package_declaration');
  const own = clause === undefined ? undefined : named(clause).at(-1);
  const inside = own === undefined ? '' : `${textOf(own, text).replaceAll('.', '/')}/`;
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  return directory.endsWith(inside) ? directory.slice(0, directory.length - inside.length) : directory;
}

function switchesIn(
  { number, node, body, results, parameters }: Switched,
  text: string,
  name: string,
): readonly Wrap[] {
  const declared = childOf(node, 'type');
  const type = declared === undefined ? undefined : textOf(declared, text);
  const called = named(body).find((one) => one.type === 'explicit_constructor_invocation');
  const at = called?.end ?? body.start + 1;
  const isConstructor = type === undefined;
  const self = isConstructor || isStatic(node) ? 'null' : 'this';
  const given = parameters.map((one) => `, (Object) ${one}`).join('');
  const enter = `final ${name}.Switch.Call ${name}Call = ${name}.Switch.enter(${number}, ${self}${given});`;
  const stop = isConstructor ? '' : ` if (${name}Call.stops) return${nothingOf(type)};`;
  const told = isConstructor ? [] : assignable(node, body, text);
  const watch = told.map((one) => ` ${one} = ${name}.Switch.told(${name}Call, ${one});`).join('');
  const put = ` ${enter}${stop}${watch} try {`;
  const end = `} catch (Throwable ${name}Thrown) { throw ${name}.Switch.<RuntimeException>failed(${name}Call, ${name}Thrown); } finally { ${name}.Switch.leave(${name}Call); } `;
  const isPrimitive = type === 'boolean' || PRIMITIVES.has(type ?? '');
  const before = isPrimitive
    ? `${name}.Switch.result(${number}, ${name}Call, (${type}) (`
    : `${name}.Switch.<${type}>result(${number}, ${name}Call, (`;
  return [
    { start: at, end: at, before: put, after: '' },
    ...results.map(({ start, end }) => ({ start, end, before, after: '))' })),
    { start: body.end - 1, end: body.end - 1, before: end, after: '' },
  ];
}

function isStatic(node: Syntax): boolean {
  return modifiersOf(node).includes('static');
}

function modifiersOf(node: Syntax): readonly string[] {
  return node.children
    .filter(({ type }) => type === 'modifiers')
    .flatMap(({ children }) => children.map(({ type }) => type));
}

/** Parameters that something else may be put into: none that a function inside may use, which wants them as they are. */
function assignable(node: Syntax, body: Syntax, text: string): readonly string[] {
  if ([...walk(body)].some(({ type }) => INSIDE.has(type))) return [];
  return named(childOf(node, 'parameters') ?? body).flatMap((one) => {
    const [own, type] = [childOf(one, 'name'), childOf(one, 'type')];
    const isObject = type?.type === 'generic_type' || type?.type === 'type_identifier';
    return own === undefined || !isObject || modifiersOf(one).includes('final') ? [] : [textOf(own, text)];
  });
}

const INSIDE = new Set(['lambda_expression', 'class_body', 'guard', 'resource']);

/** What stands for no result. */
function nothingOf(type: string): string {
  if (type === 'void') return '';
  if (type === 'boolean') return ' false';
  return PRIMITIVES.has(type) ? ` (${type}) 0` : ' null';
}
