import { fileURLToPath } from 'node:url';
import { compileGlob } from '../base/glob.ts';
import { AGENT_GLOBS, chooseAgents, type DeclaredAgents } from '../protocol/agent-choice.ts';
import type { Config } from '../protocol/config-schema.ts';
import { configTriggers, type ProjectTriggers, parseCustomTriggers } from '../protocol/custom-triggers.ts';
import type { Repository } from '../sys/git/repository.ts';
import { readTextFile, readTextFiles, type TextFile } from '../sys/text-files.ts';

const BUILT_IN = fileURLToPath(new URL('../protocol/agents', import.meta.url));

/** Where Domain Zero keeps the triggers of a project. */
const CUSTOM_TRIGGERS = '.protocol-state/custom-triggers.json';

/** The texts in which agents and triggers are declared, before anything is understood. */
export interface AgentTexts {
  readonly builtIn: readonly TextFile[];
  readonly project: readonly TextFile[];
  /** `.protocol-state/custom-triggers.json` and `baton.yaml`, where they are. */
  readonly triggers: readonly TextFile[];
}

/** Reads everything in which agents are declared: the built-in files, and those of the checkout. */
export function readAgentTexts({ checkout }: Pick<Repository, 'checkout'>, config: Pick<Config, 'agents'>): AgentTexts {
  const builtIn = readTextFiles(BUILT_IN, '', (path) => path.endsWith('.agent.md'));
  if (checkout === undefined) return { builtIn, project: [], triggers: [] };
  return {
    builtIn,
    project: projectAgents(checkout, config.agents ?? AGENT_GLOBS),
    triggers: [CUSTOM_TRIGGERS, 'baton.yaml'].flatMap((file) => readTextFile(checkout, file) ?? []),
  };
}

/**
 * All agents a run may call, by name: the built-in ones, and those that the checkout declares. `useBuiltIn` names agents
 * of which the built-in ones are used all the same, beside those that the settings name.
 */
export function loadAgents(
  repository: Pick<Repository, 'checkout'>,
  config: Pick<Config, 'agents' | 'use_builtin'>,
  useBuiltIn: readonly string[] = [],
): DeclaredAgents {
  const { builtIn, project } = readAgentTexts(repository, config);
  const named = Array.isArray(config.use_builtin) ? config.use_builtin : [];
  return chooseAgents(builtIn, project, [...named, ...useBuiltIn]);
}

/** The triggers of a project beside the standard ones; where both places name one, `baton.yaml` has the last word. */
export function loadTriggers(
  { checkout }: Pick<Repository, 'checkout'>,
  config: Pick<Config, 'triggers'>,
): ProjectTriggers {
  const file = checkout === undefined ? undefined : readTextFile(checkout, CUSTOM_TRIGGERS);
  const own = file === undefined ? { triggers: [], names: {} } : parseCustomTriggers(file.text, file.file);
  const configured = configTriggers(config.triggers);
  const declared = [...own.triggers, ...configured.triggers];
  return {
    triggers: [...new Map(declared.map((trigger) => [trigger.name, trigger])).values()],
    names: { ...own.names, ...configured.names },
  };
}

/** The files the globs name, those of an earlier glob first, each once. */
function projectAgents(top: string, globs: readonly string[]): TextFile[] {
  const files = globs.flatMap((glob) => readTextFiles(top, folderOf(glob), compileGlob(glob)));
  return [...new Map(files.map((one) => [one.file, one])).values()];
}

/** The folder below which a glob can match anything: its names before the first wildcard. */
function folderOf(glob: string): string {
  const names = glob.split('/').slice(0, -1);
  const wild = names.findIndex((name) => /[*?[{\\]/.test(name));
  return (wild < 0 ? names : names.slice(0, wild)).join('/');
}
