import { languageOf } from './languages.ts';
import { declarationIn } from './names.ts';
import type { Source } from './source.ts';
import { childOf, isComment, type Syntax, textOf, walk } from './syntax.ts';
import { isName, namesInOrder } from './tests.ts';

/** What is asked about statements beside tests. */
interface Asked {
  readonly source: Source;
  /** Names that were there before them. */
  isKnown(name: string): boolean;
  /** Whether they are in a group that came with them. */
  readonly isApart?: boolean;
}

/**
 * What in statements that stand beside tests reaches into all of them, in a few words; nothing if they only define things,
 * or prepare what only they bring along.
 */
export function reachOf(statements: readonly Syntax[], asked: Asked): string | undefined {
  return statements.map((statement) => reachOfOne(statement, asked)).find((reach) => reach !== undefined);
}

function reachOfOne(statement: Syntax, asked: Asked): string | undefined {
  const { source, isApart = false } = asked;
  const { text } = source;
  if (isComment(statement)) return OBEYED_BY_ALL.exec(textOf(statement, text))?.[0];
  const node = declarationIn(statement);
  const own = childOf(node, 'name');
  const name = own === undefined ? '' : textOf(own, text);
  const loaded = languageOf(source.path)?.loadedNames;
  const names = namesInOrder([statement], source);
  const special = names.find((one) => loaded?.test(one)) ?? MOCKED_MODULE.exec(names.join(' '))?.[0];
  if (special !== undefined) return special.trim();
  const patched = PATCHED.exec(names.join(' '))?.[0].trim();
  const changes = () => patched ?? assignmentIn(statement, asked);
  if (isHook(statement, name, text)) return isApart ? undefined : changes();
  if (FUNCTIONS.test(node.type)) return undefined;
  if (DECLARATIONS.test(node.type)) return isFunctionValue(node) ? undefined : patched;
  if (CLASSES.test(node.type)) return /\bstatic\b/.test(textOf(node, text)) ? patched : undefined;
  return isNamedFunction(node) ? undefined : (changes() ?? loadedIn(statement, text));
}

/** `@jest-environment`, `//go:build`: comments that hold for every test of the file. */
const OBEYED_BY_ALL = /@(?:jest|vitest)-[\w-]+|^\/\/(?:go:\w+|\s*\+build)/;

/** A module is replaced for every test of the file, wherever that is said: `vi.mock('./x')`. */
const MOCKED_MODULE =
  /(?:^| )(?:vi|vitest|jest|mock|td) (?:mock|doMock|unstable_mockModule|module|replace|setMock)(?= |$)/;

/** Names by which code replaces what others use, by themselves or as members: `spyOn`, `sinon.stub`, `mock.method`. */
const PATCHED = new RegExp(
  `(?:^| )(?:${[
    ...'spyOn doMock unstable_mockModule setMock stubGlobal stubEnv useFakeTimers setSystemTime freezeTime'.split(' '),
    ...'defineProperty defineProperties setPrototypeOf prototype globalThis'.split(' '),
    ...'monkeypatch setattr delattr builtins __builtins__ globals register_assert_rewrite'.split(' '),
    ...'mockStatic setField setAccessible setProperty overwriteMethod overwriteProperty'.split(' '),
    ...['sinon (?:stub|replace)', 'mock (?:method|getter|setter|timers|patch)', 'patch (?:object|dict|multiple)'],
    ...['Reflect (?:set|deleteProperty)', 'Object assign'],
  ].join('|')})(?= |$)`,
);

const FUNCTIONS = /^(?:function|method|generator_function)_|^function_item$/;
const DECLARATIONS = /^(?:lexical|variable|var|const|field|ambient)_declaration$/;
const CLASSES = /^(?:abstract_)?class|^(?:interface|enum|type_alias|struct|impl|trait|mod|record)_/;

/** Whether a statement makes something run round every test. */
function isHook(statement: Syntax, name: string, text: string): boolean {
  const callee = childOf(
    statement.children.find(({ type }) => type === 'call_expression'),
    'function',
  );
  if (callee !== undefined) return HOOKS.test(textOf(callee, text).replace(/^\w+\./, ''));
  const marks = [...walk(statement)].filter(({ type }) => /^(?:decorator|annotation|marker_annotation)$/.test(type));
  if (marks.some((mark) => MARKS.test(textOf(mark, text)))) return true;
  return /^(?:setup|teardown)(?:_|$)|^setUp|^tearDown/.test(name);
}

const HOOKS = /^(?:before|after)(?:Each|All)?$|^(?:setup|teardown|suiteSetup|suiteTeardown)$/;
const MARKS = /\bautouse\b|^@(?:Before|After)(?:Each|All|Class)?\b|^@(?:ExtendWith|RegisterExtension)\b/;

/** Whether all that a declaration does is to give a function a name. */
function isFunctionValue(node: Syntax): boolean {
  const value = [...walk(node)].find(({ field }) => field === 'value' || field === 'right');
  return value !== undefined && /^(?:arrow_function|function_expression|lambda|func_literal)$/.test(value.type);
}

/** Python's `name = lambda: ...`. */
function isNamedFunction(node: Syntax): boolean {
  const [assignment] = node.children;
  const isName = childOf(assignment, 'left')?.type === 'identifier';
  return isName && childOf(assignment, 'right')?.type === 'lambda';
}

/** An assignment to something that was there before, or to a part of it. */
function assignmentIn(statement: Syntax, { source, isKnown }: Asked): string | undefined {
  const found = [...walk(statement)]
    .filter(({ type }) => /assignment/.test(type))
    .flatMap((node) => childOf(node, 'left') ?? [])
    .map((target) => [...walk(target)].find(isName))
    .flatMap((root) => (root === undefined ? [] : [textOf(root, source.text)]));
  return found.find(isKnown);
}

/** A module of the project that is loaded for what it does. */
function loadedIn(statement: Syntax, text: string): string | undefined {
  return /\b(?:import|require)\s*\(\s*['"`](\.[^'"`]*)/.exec(textOf(statement, text))?.[1];
}
