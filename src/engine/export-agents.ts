import { join, relative } from 'node:path';
import { BatonError } from '../base/error.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import { writeClaude } from '../protocol/dialects/claude.ts';
import { writeDomainZero } from '../protocol/dialects/domain-zero.ts';
import { writeVscode } from '../protocol/dialects/vscode.ts';
import { isCopy, type Loss, type WrittenAgent } from '../protocol/dialects/written-agent.ts';
import type { Repository } from '../sys/git/repository.ts';
import { makeDirectories } from '../sys/kept-file.ts';
import { replaceOwn } from '../sys/replaced-file.ts';

/** The programs that agents can be written for, and where each looks for them. */
export const EXPORTS = {
  vscode: { write: writeVscode, folder: '.github/agents' },
  claude: { write: writeClaude, folder: '.claude/agents' },
  'domain-zero': { write: writeDomainZero, folder: '.github/agents' },
} as const satisfies Readonly<Record<string, { write: (agent: Agent) => WrittenAgent; folder: string }>>;

export type ExportName = keyof typeof EXPORTS;

export interface ExportOptions {
  readonly to: ExportName;
  /** Folder that the files are written to; the one in which the program looks unless given. */
  readonly out?: string | undefined;
  /** Whether files may be replaced that Baton did not write. */
  readonly force: boolean;
}

/** A file that was written for another program. */
export interface ExportedAgent {
  readonly agent: string;
  readonly path: string;
  readonly losses: readonly Loss[];
}

/** Writes copies of agents for another program. An agent's own file is never written over. */
export function exportAgents(
  repository: Repository,
  agents: readonly Agent[],
  { to, out, force }: ExportOptions,
): readonly ExportedAgent[] {
  const top = repository.checkout ?? repository.cwd;
  const { write, folder } = EXPORTS[to];
  const place = out ?? join(top, folder);
  makeDirectories(place);
  return agents.map((agent) => {
    const { file, text, losses } = write(agent);
    const path = join(place, file);
    if (relative(top, path).replaceAll('\\', '/') === agent.source) throw ownFile(agent);
    replaceOwn(path, text, (before) => force || isCopy(before));
    return { agent: agent.name, path, losses };
  });
}

function ownFile({ name, source }: Agent): BatonError {
  const message = `${source} is the file of ${name} itself, and needs no copy there. Choose another folder: --out DIR.`;
  return new BatonError('already_there', message, { data: { path: source } });
}
