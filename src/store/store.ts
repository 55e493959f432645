import type { PhaseCommit } from '../sys/git/trailers.ts';
import type { JournalEvent } from '../workflow/event.ts';

/** Whose journal: `runs/<run>` or `handoffs/<id>`. */
export type JournalName = `${'runs' | 'handoffs'}/${string}`;

/** Where a journal ends: the id of its last entry. */
export type Head = string;

/** Files kept with an event: test reports, results, evidence. Name -> content. */
export type Attachments = Readonly<Record<string, Uint8Array | string>>;

/** What an event may bring along. */
export interface Extras {
  readonly attachments?: Attachments | undefined;
  /** A commit the entry must keep alive: the phase commit of `phase.completed`. */
  readonly anchor?: string | undefined;
}

/** An event as it stands in a journal. */
export interface Entry {
  readonly id: Head;
  readonly event: JournalEvent;
  /** Name -> id of the content. */
  readonly attachments: Readonly<Record<string, string>>;
  /** The commit it keeps alive. */
  readonly anchor: string | undefined;
}

/** What an append gives: the new head, or the head that somebody else put there first. */
export type Appended =
  | { readonly ok: true; readonly head: Head; readonly event: JournalEvent }
  | { readonly ok: false; readonly head: Head | undefined };

/** An event before the store gives it its place. */
export type NewEvent = Omit<JournalEvent, 'v' | 'seq'>;

export interface StoreCapabilities {
  /** What was acknowledged survives a crash and a power cut. */
  readonly durable: boolean;
  /** Other processes see and make entries. */
  readonly shared: boolean;
  /** Every entry carries the hash of all before it. */
  readonly chained: boolean;
  /** Journals can be exchanged with other stores. */
  readonly remotes: boolean;
}

/** Something in a store that is not as it was written. */
export interface Problem {
  /** Where: a journal and its entry, or a note. */
  readonly place: string;
  readonly what: string;
}

/** Which commits are looked for: copies of phase commits on branches, or certain ones. */
export type WantedCommits = { readonly run?: string | undefined } | { readonly commits: readonly string[] };

/** What its caller does in an exchange. */
export interface SyncWork {
  /** Called once it is known which remote is meant, before anything is exchanged. */
  prepare?(): Promise<void>;
  /** Called when all journals are here and the remote's notes are the base of ours: writes ours over them. */
  project(): Promise<void>;
  /** How what unfinished runs need is sent along; where this is missing, nothing is. */
  readonly unfinished?: {
    /** What a run needs beside its journal to go on in another clone; undefined if that cannot be said here. */
    needsOf(run: string): Promise<RunNeeds | 'nothing' | undefined>;
    /** How much a candidate may add to what its base has, as git stores it. */
    readonly maxBytes: number;
  };
}

/** What another clone needs beside the journal to go on with a run. All clones with the same journal say the same. */
export interface RunNeeds {
  /** The commit its phase starts from. */
  readonly base: string;
  /** The tree that a person is asked about, or has approved. */
  readonly candidate: string | undefined;
  /** When the run began. */
  readonly since: string;
}

/** What an exchange with a remote did. */
export interface SyncReport {
  readonly remote: string;
  /** Journals of which there are more events here now than before. */
  readonly received: readonly JournalName[];
  /** Journals of which there are more events there now than before. */
  readonly sent: readonly JournalName[];
  /** Journals that lost their own ref, here or there, because the other side had archived them. */
  readonly archived: readonly JournalName[];
  /** Names of the notes that changed, here or there. */
  readonly notes: readonly string[];
  /** Journals that two clones continued differently. They were left alone, here and there. */
  readonly diverged: readonly Diverged[];
  /** What is not Baton's, or damaged. It was left alone, here and there. */
  readonly refused: readonly Refused[];
  /** Runs whose candidate, which a person is asked about, is at the remote now and was not before. */
  readonly candidates: readonly string[];
  /** Runs whose candidate was not sent because it is too large, with its size. */
  readonly tooLarge: readonly { readonly run: string; readonly bytes: number }[];
}

export interface Diverged {
  readonly journal: JournalName;
  readonly ours: Head;
  readonly theirs: Head;
  /** How many entries both have. */
  readonly common: number;
}

export interface Refused {
  /** The name of a journal, or what stands at the place of one. */
  readonly journal: string;
  readonly why: string;
}

/** Something kept on this machine only. */
export interface LocalItem {
  readonly name: string;
  readonly bytes: number;
  readonly at: string;
}

export interface LocalLimits {
  readonly items: number;
  readonly bytes: number;
  readonly days: number;
}

/** What a run leaves that is never pushed: refused candidates and transcripts, the newest within limits. */
export interface Shelf {
  /** Keeps a text, bytes, or a tree of git under a name. */
  put(run: string, name: string, content: string | Uint8Array | { readonly tree: string }, at: string): Promise<void>;
  get(run: string, name: string): Promise<Buffer | undefined>;
  /** Oldest first. */
  list(run: string): Promise<readonly LocalItem[]>;
  drop(run: string): Promise<void>;
}

/**
 * Keeps journals: append-only lists of events, moved on by compare-and-swap. Knows an event's envelope, not its
 * meaning. A store that cannot do what it is asked throws a coded error and leaves everything as it was.
 */
export interface Store {
  readonly capabilities: StoreCapabilities;
  readonly local: Shelf;
  /** Adds an event behind `expected` (`undefined`: the journal must not exist yet) and returns once it is durable. */
  append(journal: JournalName, expected: Head | undefined, event: NewEvent, extras?: Extras): Promise<Appended>;
  head(journal: JournalName): Promise<Head | undefined>;
  /** The last entry. */
  last(journal: JournalName): Promise<Entry | undefined>;
  /** Entries in order: all, or those behind `after`. */
  read(journal: JournalName, after?: Head): Promise<readonly Entry[]>;
  attachment(id: string): Promise<Buffer | undefined>;
  /** Names of all journals of a kind, archived ones too. */
  list(kind: 'runs' | 'handoffs'): Promise<readonly JournalName[]>;
  /** Where all journals of a kind end, archived ones too. Cheap where little moves. */
  heads(kind: 'runs' | 'handoffs'): Promise<ReadonlyMap<JournalName, Head>>;
  /** Calls back whenever a journal may have moved, until the signal ends it. */
  watch(onChange: (journal: JournalName) => void, signal: AbortSignal): void;
  /** Reads everything a journal is made of again and compares it with the hashes it was written under. */
  audit(journal: JournalName): Promise<readonly Problem[]>;
  /** Writes notes beside the commits they speak of, and gives the commits whose note was missing or different. */
  writeNotes(notes: string, texts: ReadonlyMap<string, string>): Promise<readonly string[]>;
  /** Commit -> text, of all notes under a name such as `tdd-handoffs`. */
  readNotes(notes: string): Promise<ReadonlyMap<string, string>>;
  /** Names of all notes there are. */
  listNotes(): Promise<readonly string[]>;
  /** Commits by what their trailers say: those on branches that belong to a run (or any run), or the ones given. */
  findCommits(wanted: WantedCommits): Promise<readonly PhaseCommit[]>;
  /** Exchanges journals and notes with a remote: the one named, or the usual one. */
  sync(remote: string | undefined, work: SyncWork): Promise<SyncReport>;
  /** Moves finished journals out of the way and gives those it moved; they are read as before, and take no events. */
  archive(journals: readonly JournalName[]): Promise<readonly JournalName[]>;
  close(): void;
}

/** Refuses names that could not be a ref, before anything is touched. */
export function isJournalName(name: string): name is JournalName {
  return /^(?:runs|handoffs)\/[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(name);
}
