import { fileURLToPath } from 'node:url';
import { compileGlob } from '../evidence/glob.ts';
import { AGENT_GLOBS, chooseAgents } from '../protocol/agent-choice.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import type { Config } from '../protocol/config-schema.ts';
import type { Repository } from '../sys/git/repository.ts';
import { readTextFiles, type TextFile } from '../sys/text-files.ts';

const BUILT_IN = fileURLToPath(new URL('../protocol/agents', import.meta.url));

/** All agents a run may call, by name: the built-in ones, and those that the checkout declares. */
export async function loadAgents(
  repository: Repository,
  config: Pick<Config, 'agents'>,
): Promise<ReadonlyMap<string, Agent>> {
  const builtIn = readTextFiles(BUILT_IN, '', (path) => path.endsWith('.agent.md'));
  const { checkout } = repository;
  return chooseAgents(builtIn, checkout === undefined ? [] : projectAgents(checkout, config.agents ?? AGENT_GLOBS));
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
