import { archiveFinished } from './engine/archive.ts';
import { type Diagnosis, diagnose } from './engine/doctor.ts';
import { type Handoffs, openHandoffs } from './engine/handoffs.ts';
import { type NotesReport, projectNotes, repairNotes } from './engine/notes.ts';
import { type NotesSetting, type NotesSettingName, setUpNotes } from './engine/notes-settings.ts';
import { type Exchange, type SyncOptions, syncWith } from './engine/sync.ts';
import { type Verification, verifyJournals } from './engine/verify.ts';
import { detectFrameworks } from './frameworks/detect.ts';
import { loadFramework } from './frameworks/registry.ts';
import { setupFor } from './frameworks/setup.ts';
import { parseConfig } from './protocol/config.ts';
import type { Config } from './protocol/config-schema.ts';
import { openGitStore } from './store/git/git-store.ts';
import type { JournalName, Store } from './store/store.ts';
import { cacheDirectory } from './sys/cache-directory.ts';
import { openGitConfig } from './sys/git/config.ts';
import { openRepository, type Repository } from './sys/git/repository.ts';
import { projectFiles } from './sys/project-files.ts';

/** Baton in one repository. */
export interface Baton {
  readonly store: Store;
  readonly handoffs: Handoffs;
  /** Puts the note of every completed phase on its commit: of one run, or of all. */
  projectNotes(run?: string): Promise<NotesReport>;
  /** The same, and also on the copies that an amend or a rebase made. */
  repairNotes(run?: string): Promise<NotesReport>;
  /** Checks that journals and notes are as they were written: of one run or handoff, or of all. */
  verify(run?: string): Promise<Verification>;
  /** Tells git what to do with handoff notes. */
  setUpNotes(wanted: ReadonlySet<NotesSettingName>): Promise<readonly NotesSetting[]>;
  /** Looks at everything a run needs, and runs the tests once on the last commit. */
  diagnose(onProgress: (sentence: string) => void): Promise<Diagnosis>;
  /** Exchanges runs, handoffs and notes with a remote: the one named, or the usual one. */
  sync(remote?: string, options?: SyncOptions): Promise<Exchange>;
  /** Moves finished runs and handoffs into the archive and gives those it moved. They are read as before. */
  archiveFinished(): Promise<readonly JournalName[]>;
  /** Ends the helper processes. Nothing is lost without it: they end with this process. */
  close(): void;
}

/** Opens the repository a directory belongs to. The only place that chooses drivers. */
export async function openBaton(options: { readonly cwd: string }): Promise<Baton> {
  const repository = await openRepository(options.cwd);
  const store = openGitStore(repository);
  return {
    store,
    handoffs: openHandoffs(store),
    projectNotes: (run) => projectNotes(store, run),
    repairNotes: (run) => repairNotes(store, run),
    verify: (run) => verifyJournals(store, run),
    setUpNotes: (wanted) => setUpNotes(openGitConfig(repository), wanted),
    sync: (remote, options) => syncWith(store, remote, options),
    archiveFinished: () => archiveFinished(store),
    async diagnose(onProgress) {
      const config = readConfig(repository);
      const { reports } = config.tests ?? {};
      const catalogue = {
        detect: detectFrameworks,
        load: (name: string) => loadFramework(name, { reports }),
        setupOf: setupFor,
      };
      return diagnose({ repository, catalogue, config, cache: cacheDirectory(), onProgress });
    },
    close: () => store.close(),
  };
}

/** The project's own settings, as they stand in the checkout. */
function readConfig(repository: Repository): Config {
  const text = repository.bare ? undefined : projectFiles(repository.cwd).read('baton.yaml');
  return text === undefined ? {} : parseConfig(text);
}
