import type { Run } from './program.ts';

/** One verb of the command line. Its work is in a file of its own, loaded only when the verb is called. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** Commander's notation: `<id>` is required, `[run]` may be left out. */
  readonly args?: string;
  /** Flags and what they do. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  readonly examples: readonly string[];
  readonly load?: () => Promise<{ readonly run: Run }>;
  readonly verbs?: readonly Verb[];
}

const AS: readonly [string, string] = ['--as <agent>', 'who acts (default: whoever holds it, else you)'];

const HANDOFF_VERBS: readonly Verb[] = [
  {
    name: 'create',
    summary: 'prepare a handoff and record it',
    options: [
      ['--from <agent>', 'who hands on'],
      ['--to <agent>', 'who is to take it'],
      ['--task <text>', 'what is to be done'],
      ['--priority <priority>', 'immediate, normal or background (default: normal)'],
      ['--expires <minutes>', 'minutes until it can no longer be accepted (default: 60)'],
      ['--context <json>', 'context as JSON, or @file.json'],
    ],
    examples: ['baton handoff create --from dev --to reviewer --task "Review the parser" --context @context.json'],
    load: () => import('./commands/handoff-create.ts'),
  },
  {
    name: 'list',
    summary: 'list handoffs, the most urgent first',
    options: [
      ['--for <agent>', 'only those for this agent'],
      ['--status <status>', 'only those in this status, or "all" (default: those still open)'],
    ],
    examples: ['baton handoff list --for reviewer', 'baton handoff list --status all --json'],
    load: () => import('./commands/handoff-list.ts'),
  },
  {
    name: 'show',
    summary: 'show one handoff and its history',
    args: '<id>',
    examples: ['baton handoff show 1f0c2a', 'baton handoff show 1f0c2a --json'],
    load: () => import('./commands/handoff-show.ts'),
  },
  {
    name: 'accept',
    summary: 'take a handoff; of several who try, one gets it',
    args: '<id>',
    options: [['--as <agent>', 'who takes it: the name everybody else is told']],
    examples: ['baton handoff accept 1f0c2a --as reviewer'],
    load: () => import('./commands/handoff-move.ts').then(({ accept }) => ({ run: accept })),
  },
  {
    name: 'complete',
    summary: 'say that an accepted handoff is done',
    args: '<id>',
    options: [AS, ['--summary <text>', 'what came of it']],
    examples: ['baton handoff complete 1f0c2a --as reviewer --summary "No findings"'],
    load: () => import('./commands/handoff-move.ts').then(({ complete }) => ({ run: complete })),
  },
  {
    name: 'reject',
    summary: 'refuse a handoff',
    args: '<id>',
    options: [AS, ['--reason <text>', 'why']],
    examples: ['baton handoff reject 1f0c2a --as reviewer --reason "Not my area"'],
    load: () => import('./commands/handoff-move.ts').then(({ reject }) => ({ run: reject })),
  },
  {
    name: 'cancel',
    summary: 'take a handoff back',
    args: '<id>',
    options: [AS, ['--reason <text>', 'why']],
    examples: ['baton handoff cancel 1f0c2a --as dev'],
    load: () => import('./commands/handoff-move.ts').then(({ cancel }) => ({ run: cancel })),
  },
];

/** The verbs, in the order `--help` shows them. */
export const VERBS: readonly Verb[] = [
  {
    name: 'init',
    summary: 'set up this repository for Baton',
    options: [
      ['--notes-rewrite', 'let git carry handoff notes along when commits are amended or rebased'],
      ['--notes-display', 'let git log show handoff notes'],
    ],
    examples: ['baton init --notes-rewrite --notes-display'],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'doctor',
    summary: 'look at what Baton needs here, and run the tests once',
    examples: ['baton doctor', 'baton doctor --json'],
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'handoff',
    summary: 'create, list and move handoffs outside any run',
    examples: ['baton handoff list --for reviewer'],
    verbs: HANDOFF_VERBS,
  },
  {
    name: 'verify',
    summary: 'check that the record is as it was written',
    args: '[run]',
    options: [['--journal', 'check the journals and their notes']],
    examples: ['baton verify --journal', 'baton verify --journal stack-1 --json'],
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'repair-notes',
    summary: 'write the handoff notes again from the journal, also after a rebase or amend',
    args: '[run]',
    examples: ['baton repair-notes', 'baton repair-notes stack-1'],
    load: () => import('./commands/repair-notes.ts'),
  },
  {
    name: 'sync',
    summary: 'exchange runs, handoffs and notes with a remote',
    args: '[remote]',
    options: [['--archive', 'first move finished runs and handoffs into the archive']],
    examples: ['baton sync', 'baton sync upstream --json'],
    load: () => import('./commands/sync.ts'),
  },
  {
    name: 'demo',
    summary: 'walk one handoff through its life: prepare, serialise, accept, complete',
    examples: ['baton demo', 'baton demo --json'],
    load: () => import('./commands/demo.ts'),
  },
];
