import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BatonError, isBatonError } from '../base/error.ts';
import { nearest } from '../protocol/nearest.ts';
import type { Repository } from '../sys/git/repository.ts';
import { lookAtTextFile, readTextFile, readTextFiles, type TextFile } from '../sys/text-files.ts';
import { type AgentDefaults, completeWorkflow, parseWorkflow } from '../workflow/workflow-file.ts';
import type { Workflow, WorkflowDraft } from '../workflow/workflow-schema.ts';

const BUILT_IN = fileURLToPath(new URL('../workflow/workflows', import.meta.url));
const ENDING = '.workflow.yaml';

/** Where a project keeps workflows of its own. */
const OWN_FILE = 'baton.workflow.yaml';
const OWN_FOLDER = '.baton/workflows';

/** A workflow as its file declares it. */
export interface DeclaredWorkflow {
  readonly draft: WorkflowDraft;
  /** Path of the file in the project, or "built-in". */
  readonly source: string;
  /** The text of a file of the project, to say where something in it is wrong. */
  readonly text?: string | undefined;
}

/** A file that cannot be used, and the workflow that it would declare. Nobody needs it until a run names that workflow. */
export interface MalformedWorkflow {
  readonly file: string;
  readonly name: string;
  readonly error: BatonError;
  /** Nothing where it cannot even be read. */
  readonly text: string | undefined;
}

/** The workflows by name, and the files that could not be read. */
export interface DeclaredWorkflows extends ReadonlyMap<string, DeclaredWorkflow> {
  readonly malformed: readonly MalformedWorkflow[];
}

/** The workflows that runs may name: the built-in ones, and those of the checkout, which stand in front of them. */
export function listWorkflows(repository: Pick<Repository, 'checkout'>): DeclaredWorkflows {
  const known = new Map<string, DeclaredWorkflow>();
  for (const { file, text } of builtInFiles()) {
    const draft = parseWorkflow(text, file);
    known.set(draft.name, { draft, source: 'built-in' });
  }
  const own = new Map<string, DeclaredWorkflow>();
  const malformed: MalformedWorkflow[] = [];
  for (const file of workflowTexts(repository)) {
    try {
      declare(file, own);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      const text = file.error === undefined ? file.text : undefined;
      malformed.push({ file: file.file, text, name: likelyName(file), error });
    }
  }
  const usable = [...known, ...own].filter(([name]) => !malformed.some((one) => one.name === name));
  return Object.assign(new Map(usable), { malformed });
}

/** The name that a file would give its workflow, as far as can be told. */
function likelyName({ file, text }: TextFile): string {
  const written = /^name:[ \t]*["']?([\w.-]+)/m.exec(text)?.[1];
  return written ?? (file.split('/').at(-1) ?? file).replace(/(?:\.workflow)?\.yaml$/, '');
}

/** A workflow by its name, or by the path of its file; what its phases leave out comes from the files of their agents. */
export function findWorkflow(
  repository: Pick<Repository, 'checkout' | 'cwd'>,
  nameOrPath: string,
  agents: AgentDefaults,
): Workflow {
  const { draft, source, text } = isPath(nameOrPath)
    ? readAt(repository, nameOrPath, agents)
    : named(repository, nameOrPath, agents);
  return completeWorkflow(draft, agents, source === 'built-in' ? `workflow ${draft.name}` : source, text);
}

/** A built-in workflow, which says everything itself. */
export function builtInWorkflow(name: string): Workflow {
  return findWorkflow({ checkout: undefined, cwd: '.' }, name, new Map());
}

/** The texts of the workflow files of a project, in the order of their paths. */
export function workflowTexts({ checkout }: Pick<Repository, 'checkout'>): readonly TextFile[] {
  if (checkout === undefined) return [];
  return [
    ...readTextFiles(checkout, OWN_FOLDER, (path) => path.endsWith(ENDING)),
    ...optional(lookAtTextFile(checkout, OWN_FILE)),
  ];
}

function optional(file: TextFile | undefined): readonly TextFile[] {
  return file === undefined ? [] : [file];
}

function builtInFiles(): readonly TextFile[] {
  return readTextFiles(BUILT_IN, '', (path) => path.endsWith(ENDING));
}

function declare({ file, text, error }: TextFile, into: Map<string, DeclaredWorkflow>): void {
  if (error !== undefined) throw error;
  const draft = parseWorkflow(text, file);
  const other = into.get(draft.name);
  if (other !== undefined) {
    const files = `${other.source} and ${file}`;
    throw new BatonError('invalid_input', `Two files declare the workflow ${draft.name}: ${files}. Rename one.`);
  }
  into.set(draft.name, { draft, source: file, text });
}

function named(repository: Pick<Repository, 'checkout'>, name: string, agents: AgentDefaults): DeclaredWorkflow {
  const known = listWorkflows(repository);
  const found = known.get(name);
  if (found !== undefined) return found;
  const malformed = known.malformed.find((one) => one.name === name);
  if (malformed !== undefined) {
    // With agents there may be more to tell.
    if (malformed.text !== undefined) parseWorkflow(malformed.text, malformed.file, agents);
    throw malformed.error;
  }
  const near = nearest(name, [...known.keys()]);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const list = [...known.keys()].sort().join(', ');
  throw new BatonError('invalid_input', `There is no workflow ${JSON.stringify(name)}.${hint} Known: ${list}.`);
}

/** A path is told from a name by its ending, or by a slash. */
function isPath(nameOrPath: string): boolean {
  return /[\\/]/.test(nameOrPath) || /\.ya?ml$/.test(nameOrPath);
}

/** A path is meant from where the command is typed, or from the top, as baton.yaml means it. */
function readAt(
  { checkout, cwd }: Pick<Repository, 'checkout' | 'cwd'>,
  path: string,
  agents: AgentDefaults,
): DeclaredWorkflow {
  const top = checkout ?? cwd;
  const inside = [cwd, top]
    .map((from) => relative(top, resolve(from, path)).replaceAll('\\', '/'))
    .filter((one) => !one.startsWith('../') && !isAbsolute(one));
  if (inside.length === 0) {
    throw new BatonError('invalid_input', `${path} lies outside of the project. Put the workflow into it.`);
  }
  const file = inside.map((one) => readTextFile(top, one)).find((one) => one !== undefined);
  if (file === undefined) throw new BatonError('not_found', `There is no file ${path} with a workflow.`);
  return { draft: parseWorkflow(file.text, file.file, agents), source: file.file, text: file.text };
}
