import { childOf, holds, named, type Syntax, textOf, walk } from '../syntax.ts';
import {
  type Binding,
  type FoundTests,
  groupNames,
  type ImportFact,
  nothingFound,
  plainTitle,
  type Title,
  withAttributes,
} from '../tests.ts';

/** Finds functions under `#[test]` and its like, and what macros make of them, in modules. */
export function rustTests(root: Syntax, text: string): FoundTests {
  const { tests, groups } = nothingFound();
  const makers = makersIn(root, text);
  for (const node of walk(root, ({ type }) => type !== 'macro_definition')) {
    const [name, body] = [childOf(node, 'name'), childOf(node, 'body')];
    const nodes = withAttributes(node);
    const [first = node] = nodes;
    if (node.type === 'mod_item' && name !== undefined && body !== undefined) {
      groups.push({ nodes, name: plainTitle(textOf(name, text)), body });
    }
    const round = groupNames(node, groups);
    const span = { start: first.start, end: node.end };
    if (node.type === 'macro_invocation') {
      const made = testsMadeBy(node, text, makers);
      tests.push(...made.map((own) => ({ ...span, nodes, names: [...round, own] })));
    }
    if (node.type !== 'function_item' || name === undefined || !nodes.some((one) => isTestAttribute(one, text)))
      continue;
    tests.push({ ...span, nodes, names: [...round, plainTitle(textOf(name, text))] });
  }
  return { tests, groups, imports: importsIn(root, text) };
}

const TEST_ATTRIBUTES: ReadonlySet<string> = new Set(
  'test rstest test_case quickcheck wasm_bindgen_test bench'.split(' '),
);

/** `#[test]`, `#[tokio::test]`, `#[test_case(1)]`, but not `#[cfg(test)]`. */
function isTestAttribute(node: Syntax, text: string): boolean {
  const path = node.type === 'attribute_item' ? /^#\[\s*([\w:]+)/.exec(textOf(node, text))?.[1] : undefined;
  return TEST_ATTRIBUTES.has(path?.replace(/^.*::/, '') ?? '');
}

/** Macros of the file that make tests. */
function makersIn(root: Syntax, text: string): ReadonlySet<string> {
  const macros = [...walk(root)].filter((node) => {
    return node.type === 'macro_definition' && /#\s*\[\s*(?:\w+::)*test\s*\]/.test(textOf(node, text));
  });
  return new Set(macros.flatMap((node) => childOf(node, 'name') ?? []).map((name) => textOf(name, text)));
}

/** The names of the tests that a macro makes: those written out in it, or those that its entries begin with. */
function testsMadeBy(node: Syntax, text: string, makers: ReadonlySet<string>): readonly (Title | undefined)[] {
  const functions = textOf(node, text).matchAll(/#\s*\[\s*test\s*\][^{};]*?\bfn\s+(\w+)/g);
  const written = [...functions].map((match) => plainTitle(match[1] ?? ''));
  const macro = childOf(node, 'macro');
  if (written.length > 0 || macro === undefined || !makers.has(textOf(macro, text))) return written;
  const [tokens] = named(node).filter(({ type }) => type === 'token_tree');
  const entries = (tokens?.children ?? []).filter(({ type }, at, all) => {
    const [before, next] = [all[at - 1]?.type ?? '', all[at + 1]?.type ?? ''];
    return type === 'identifier' && /^[({[,;]$/.test(before) && /^(?::|=>|,|;|[)}\]]|token_tree)$/.test(next);
  });
  return entries.length === 0 ? [undefined] : entries.map((one) => plainTitle(textOf(one, text)));
}

/**
 * What is only compiled for tests: under `#[cfg(test)]` or `#[test]`. All of a file that says so, and of one with tests in
 * the open and nothing beside them that other code could use: a module that `#[cfg(test)]` brings in.
 */
export function rustTestParts(root: Syntax, text: string): readonly Syntax[] {
  if (named(root).some((one) => one.type === 'inner_attribute_item' && CFG_TEST.test(textOf(one, text)))) return [root];
  const parts = [...walk(root)].filter((node) => node.type !== 'attribute_item' && isMarkedForTests(node, text));
  const own = parts.filter((part) => !parts.some((other) => other !== part && holds(other, part)));
  const others = named(root).filter((node) => !own.includes(node) && node.type !== 'attribute_item');
  const isUsed = others.some((node) => /\bpub\b|\bfn\s+main\b/.test(textOf(node, text)));
  const isOpen = own.some(
    (node) => node.parent === root && withAttributes(node).some((one) => isTestAttribute(one, text)),
  );
  return isOpen && !isUsed && !own.some(({ type }) => type === 'mod_item') ? [root] : own.flatMap(withAttributes);
}

/** Whether what stands right before a node makes it a test, or code for tests alone. */
export function isMarkedForTests(node: Syntax, text: string): boolean {
  const marks = withAttributes(node).slice(0, -1);
  return marks.some((one) => isTestAttribute(one, text) || CFG_TEST.test(textOf(one, text)));
}

/** `cfg(test)` and `cfg(all(test, unix))`; `any` and `not` are about code that is there without tests too. */
const CFG_TEST = /^#!?\[\s*cfg\s*\(\s*(?:all\s*\(\s*(?:[^()]*,\s*)?)?test\s*[),]/;

/** `use a::{b, c as d, e::*}`: each name at the end of a branch. */
function importsIn(root: Syntax, text: string): readonly ImportFact[] {
  return [...walk(root)]
    .filter(({ type }) => type === 'use_declaration')
    .map((node) => ({ node, bindings: bindingsIn(childOf(node, 'argument'), '', text) }));
}

function bindingsIn(node: Syntax | undefined, prefix: string, text: string): readonly Binding[] {
  if (node === undefined) return [];
  const list = node.type === 'use_list' ? node : childOf(node, 'list');
  if (list !== undefined) {
    const path = childOf(node, 'path');
    const inner = path === undefined ? prefix : `${prefix}${textOf(path, text)}::`;
    return named(list).flatMap((one) => bindingsIn(one, inner, text));
  }
  const module =
    prefix + textOf(childOf(node, 'alias') ? (childOf(node, 'path') ?? node) : node, text).replace(/\s/g, '');
  const alias = childOf(node, 'alias');
  const local = alias === undefined ? module.slice(module.lastIndexOf(':') + 1) : textOf(alias, text);
  return [{ name: local === '*' ? module : local, module }];
}

const DOC_LINE = /^\s*(?:\/\/[/!]|\/\*[*!]|\*(?!\/))(.*)$/;
const RUN_AS_RUST = /^(?:\s*(?:rust|should_panic|no_run|compile_fail|edition\d+|ignore[\w-]*)\s*,?)*$/;

/** Fenced code in documentation, which is run as a test. */
export function rustExamples(text: string): readonly string[] {
  const examples: string[] = [];
  let open: { readonly isRun: boolean; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const said = DOC_LINE.exec(line)?.[1]?.trim();
    const fence = said === undefined ? null : /^(?:```+|~~~+)(.*)$/.exec(said);
    if (said === undefined) open = undefined;
    else if (fence === null) open?.lines.push(said);
    else if (open === undefined) open = { isRun: RUN_AS_RUST.test(fence[1] ?? ''), lines: [said] };
    else {
      if (open.isRun) examples.push(open.lines.filter((one) => one !== '').join('\n'));
      open = undefined;
    }
  }
  return examples;
}
