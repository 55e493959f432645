import type { RunFlags } from './config-schema.ts';
import { nearest } from './nearest.ts';
import type { PathProblem } from './yaml-shape.ts';

/** What a project has that its settings may name. */
export interface KnownNames {
  readonly runners: readonly string[];
  readonly frameworks: readonly string[];
  /** Workflows and their phases; nothing where those cannot be told. */
  readonly workflows: ReadonlyMap<string, readonly string[] | undefined>;
  /** Agents that some file declares or some workflow calls. */
  readonly agents: readonly string[];
  isAgent(name: string): boolean;
  /** Agents that come with Baton. */
  readonly builtIn: readonly string[];
  isBuiltIn(name: string): boolean;
}

/**
 * What the settings of a project name and is not there. They may be of any shape: what is wrong with that is told beside it.
 * What flags say in place of the file is not looked at.
 */
export function nameProblems(value: unknown, known: KnownNames, flags: RunFlags = {}): readonly PathProblem[] {
  const config = entries(value).filter(([key]) => !Object.hasOwn(flags, key));
  return [
    ...config.flatMap(([key, given]) => lookAt(key, given, known)),
    ...phaseProblems(new Map(config), known, flags),
  ];
}

function lookAt(key: string, given: unknown, known: KnownNames): readonly PathProblem[] {
  switch (key) {
    case 'workflow':
      return isPath(given) ? [] : unknownName(['workflow'], given, 'workflow', [...known.workflows.keys()]);
    case 'runner':
      return unknownName(['runner'], given, 'runner', known.runners);
    case 'tests':
      return [
        ...frameworkProblems(['tests'], given, known),
        ...items(given).flatMap(([at, one]) => frameworkProblems(['tests', at], one, known)),
      ];
    case 'roles':
      return entries(given).flatMap(([agent, role]) => [
        ...(known.isAgent(agent) ? [] : [namesNone(['roles', agent], 'roles', agent, 'no agent', known.agents, true)]),
        ...fields(role, 'runner').flatMap((runner) =>
          unknownName(['roles', agent, 'runner'], runner, 'runner', known.runners),
        ),
      ]);
    case 'use_builtin':
      return items(given).flatMap(([at, name]) =>
        typeof name !== 'string' || known.isBuiltIn(name)
          ? []
          : [namesNone(['use_builtin', at], 'use_builtin', name, 'no built-in agent', known.builtIn)],
      );
    default:
      return [];
  }
}

function frameworkProblems(path: readonly PropertyKey[], suite: unknown, known: KnownNames): readonly PathProblem[] {
  return fields(suite, 'framework').flatMap((framework) =>
    unknownName([...path, 'framework'], framework, 'test framework', known.frameworks),
  );
}

/** Approvals are those of the workflow, if there is one; a scope may be for a workflow that another run names. */
function phaseProblems(
  config: ReadonlyMap<string, unknown>,
  { workflows }: KnownNames,
  flags: RunFlags,
): readonly PathProblem[] {
  const workflow = flags.workflow ?? config.get('workflow') ?? 'tdd';
  const all = [...workflows.values()];
  if (isPath(workflow) || all.includes(undefined)) return [];
  const anywhere = [...new Set(all.flatMap((phases) => phases ?? []))];
  const own = typeof workflow === 'string' ? workflows.get(workflow) : undefined;
  const where = own === undefined ? 'any workflow' : String(workflow);
  const phases = own ?? anywhere;
  return [
    ...items(config.get('approvals')).flatMap(([at, phase]) =>
      typeof phase !== 'string' || phases.includes(phase)
        ? []
        : [namesNone(['approvals', at], 'approvals', phase, `no phase of ${where}`, phases)],
    ),
    ...entries(config.get('scope')).flatMap(([phase]) =>
      anywhere.includes(phase)
        ? []
        : [namesNone(['scope', phase], 'scope', phase, `no phase of any workflow`, phases, true)],
    ),
  ];
}

function unknownName(
  path: readonly PropertyKey[],
  name: unknown,
  kind: string,
  known: readonly string[],
): readonly PathProblem[] {
  if (typeof name !== 'string' || name === '' || known.includes(name)) return [];
  const suggestion = nearest(name, known);
  return [{ path, problem: `there is no ${kind} ${JSON.stringify(name)}${knownWords(suggestion, known)}`, suggestion }];
}

function namesNone(
  path: readonly PropertyKey[],
  key: string,
  name: string,
  what: string,
  known: readonly string[],
  isKey = false,
): PathProblem {
  const suggestion = nearest(name, known);
  return { path, problem: `${key} names ${name}, which is ${what}${knownWords(suggestion, known)}`, suggestion, isKey };
}

/** Those there are, where none is near and they are few enough to be read. */
function knownWords(near: string | undefined, known: readonly string[]): string {
  return near === undefined && known.length <= MOST_WORDS ? ` (known: ${known.join(', ')})` : '';
}

const MOST_WORDS = 15;

/** A workflow may be named by the path of its file. */
function isPath(given: unknown): boolean {
  return typeof given === 'string' && (/[\\/]/.test(given) || /\.ya?ml$/.test(given));
}

function entries(value: unknown): (readonly [key: string, value: unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function fields(value: unknown, key: string): unknown[] {
  return entries(value).flatMap(([name, one]) => (name === key ? [one] : []));
}

function items(value: unknown): (readonly [at: number, value: unknown])[] {
  return Array.isArray(value) ? [...value.entries()] : [];
}
