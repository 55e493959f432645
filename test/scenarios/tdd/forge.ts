import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openBaton } from '../../../src/open.ts';
import type { Problem } from '../../../src/store/store.ts';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import { gitIn } from '../../repository.ts';
import { RUN } from './command.ts';
import type { Project } from './project.ts';

/** An event as a forger has it before it is written again: everything can be changed, and no hash gives it away. */
export interface Draft {
  event: JournalEvent;
  attachments: Record<string, string>;
}

/** A copy of a project, for one forger. */
export function copyOf(project: Project, name: string): Project {
  const path = join(project.beside, name);
  cpSync(project.path, path, { recursive: true });
  return { ...project, path };
}

/** Writes the journal of a run anew, as somebody could who may write all refs, and lets notes and branch follow it. */
export async function forge(project: Project, change: (drafts: Draft[]) => readonly Draft[]): Promise<void> {
  const baton = await openBaton({ cwd: project.path });
  try {
    const drafts: Draft[] = [];
    for (const { event, attachments } of await baton.store.read(`runs/${RUN}`)) {
      const texts: Record<string, string> = {};
      for (const [name, id] of Object.entries(attachments)) {
        texts[name] = (await baton.store.attachment(id))?.toString('utf8') ?? '';
      }
      drafts.push({ event: structuredClone(event), attachments: texts });
    }
    gitIn(project.path, 'update-ref', '-d', `refs/baton/runs/${RUN}`);
    let head: string | undefined;
    for (const { event, attachments } of change(drafts)) {
      const { v: _, seq: __, ...rest } = event;
      const anchor = event.type === 'phase.completed' ? String(event.data.commit) : undefined;
      head = (await baton.store.append(`runs/${RUN}`, head, rest, { attachments, anchor })).head;
    }
    gitIn(project.path, 'update-ref', '-d', 'refs/notes/tdd-handoffs');
    await baton.projectNotes(RUN);
  } finally {
    baton.close();
  }
}

/** Events of a type, of one phase or all. */
export function of(drafts: readonly Draft[], type: string, phase?: string): readonly Draft[] {
  return drafts.filter(({ event }) => event.type === type && (phase === undefined || event.phase === phase));
}

/** The first of them. */
export function first(drafts: readonly Draft[], type: string, phase?: string): Draft {
  const [found] = of(drafts, type, phase);
  if (found === undefined) throw new Error(`There is no ${type} of ${phase ?? 'the run'}.`);
  return found;
}

/** What is found wrong with a project. */
export async function problemsIn({ path }: Project): Promise<readonly Problem[]> {
  const baton = await openBaton({ cwd: path });
  try {
    return (await baton.verify(RUN)).problems;
  } finally {
    baton.close();
  }
}

/** A commit like another one with files added or replaced, on the same parent or another. */
export function commitWith(
  { path }: Project,
  commit: string,
  files: Readonly<Record<string, string>>,
  parent = `${commit}^`,
): { readonly commit: string; readonly tree: string } {
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd: path,
      encoding: 'utf8',
      input,
      env: { ...process.env, GIT_INDEX_FILE: join(path, '.git', 'forged-index') },
    }).trimEnd();
  git('', 'read-tree', commit);
  for (const [name, text] of Object.entries(files)) {
    const blob = git(text, 'hash-object', '-w', '--stdin');
    git('', 'update-index', '--add', '--cacheinfo', `100644,${blob},${name}`);
  }
  const tree = git('', 'write-tree');
  const message = gitIn(path, 'log', '-1', '--format=%B', commit);
  return { tree, commit: git(message, 'commit-tree', '-p', parent, '-F', '-', tree) };
}
