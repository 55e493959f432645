import { PERSON_VERBS } from './person-verbs.ts';
import { RUN_VERBS } from './run-verbs.ts';
import type { Verb } from './verb.ts';
import { WORKFLOW_VERBS } from './workflow-verbs.ts';

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
      ['--constraints <text>', 'a rule to keep; may be given several times', 'repeatable'],
      ['--focus-areas <text>', 'where to look first; may be given several times', 'repeatable'],
      ['--avoid <text>', 'what to leave alone; may be given several times', 'repeatable'],
      ['--expected-output <text>', 'expected form of the result'],
      ['--deadline <date>', 'when it has to be done, such as 2027-01-31 or 2027-01-31T17:00:00Z'],
      ['--trace <json>', 'execution trace as JSON, or @file.json'],
      ['--metadata <json>', 'anything else as JSON, or @file.json'],
    ],
    examples: [
      'baton handoff create --from dev --to reviewer --task "Review the parser" --context @context.json',
      'baton handoff create --from dev --to reviewer --task "Review the parser" --focus-areas errors --focus-areas limits --avoid style --deadline 2027-01-31',
    ],
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

const AGENT_VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'list the agents, built-in and of this project',
    examples: ['baton agents list', 'baton agents list --json'],
    load: () => import('./commands/agents-list.ts'),
  },
  {
    name: 'show',
    summary: 'show one agent: where it comes from, what it may do, its file',
    args: '<name>',
    examples: ['baton agents show test-agent', 'baton agents show test-agent --json'],
    load: () => import('./commands/agents-show.ts'),
  },
  {
    name: 'validate',
    summary: 'look at all agent files together and tell what is wrong, by file, line and column',
    about: [
      "The project's agents are looked at beside the built-in ones, with its triggers and its workflows: keys, tools, gates, triggers, context fields, who may hand to whom, cycles without end, agents that nothing starts.",
      'Exit codes: 0 no error, 1 errors (with --strict: warnings too), 2 configuration that cannot be read.',
    ],
    options: [
      ['--strict', 'take warnings for errors'],
      ['--mermaid', 'print the handoffs as a Mermaid flowchart instead'],
      ['--dot', 'print the handoffs as a Graphviz graph instead'],
    ],
    examples: ['baton agents validate', 'baton agents validate --strict --json', 'baton agents validate --mermaid'],
    load: () => import('./commands/agents-validate.ts'),
  },
  {
    name: 'export',
    summary: 'write copies of agents for VS Code, Claude Code or Domain Zero',
    about: [
      'Tells what a program cannot be told. A copy never gets more tools than its original, and says in its first line that it is one: for Baton the original counts. Files that Baton did not write are left as they are, unless --force is given.',
    ],
    args: '[names...]',
    options: [
      ['--to <program>', 'vscode, claude or domain-zero'],
      ['--out <folder>', 'where to write (default: .github/agents, or .claude/agents for claude)'],
      ['--force', 'replace files that Baton did not write'],
    ],
    examples: [
      'baton agents export --to vscode',
      'baton agents export --to claude test-agent implementing-agent --out /tmp/agents',
    ],
    load: () => import('./commands/agents-export.ts'),
  },
];

/** The verbs, in the order `--help` shows them. */
export const VERBS: readonly Verb[] = [
  {
    name: 'init',
    summary: 'write a commented baton.yaml, with the test framework that is found here',
    about: [
      'An existing baton.yaml is never touched. With a --notes flag it makes that setting of git instead, and writes no file.',
      'With --mcp it enters Baton as an MCP server in the project settings of another program instead: .mcp.json, .vscode/mcp.json, .codex/config.toml or .gemini/settings.json. Everything else in that file stays as it is, byte by byte; a file that cannot be edited is told with line and column and left alone.',
    ],
    options: [
      ['--print', 'print the file instead of writing it'],
      ['--mcp <client>', 'enter Baton as an MCP server of claude, vscode, codex or gemini'],
      ['--as <agent>', 'with --mcp: the agent the client acts as (default: the person who starts it)'],
      ['--notes-rewrite', 'let git carry handoff notes along when commits are amended or rebased'],
      ['--notes-display', 'let git log show handoff notes'],
    ],
    examples: [
      'baton init',
      'baton init --print',
      'baton init --mcp claude --as code-reviewer',
      'baton init --notes-rewrite --notes-display',
    ],
    load: () => import('./commands/init.ts'),
  },
  ...RUN_VERBS,
  ...PERSON_VERBS,
  {
    name: 'doctor',
    summary: 'look at what Baton needs here, and run the tests once',
    about: [
      'Looks at git, the sandbox and what would not be contained without one, the programs that play the agents with their versions and by what they are logged in (never with what), other agent programs that are there, and the test framework. Every problem comes with what to do about it.',
      'Exit codes: 0 a run can start, 1 something keeps a run from starting (failing or uncollected tests, missing submodules or Git LFS files, a framework that is too old ...), 2 baton.yaml cannot be read.',
    ],
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
    name: 'agents',
    summary: 'list, show, validate and export the agents that runs may call',
    examples: ['baton agents list', 'baton agents show test-agent', 'baton agents validate'],
    verbs: AGENT_VERBS,
  },
  {
    name: 'workflow',
    summary: 'list, show and check workflows',
    examples: ['baton workflow show domain-zero --mermaid', 'baton workflow validate'],
    verbs: WORKFLOW_VERBS,
  },
  {
    name: 'mcp',
    summary: 'serve agent programs that speak MCP: over this process, or over HTTP on this computer',
    about: [
      'Programs such as Claude Code, Codex, VS Code and Gemini start it by themselves; `baton init --mcp` tells them how. With --as a program acts as that agent, may take what is handed to it, and nothing else. Without, it acts for you.',
      'With --http it serves several programs at once, on this computer only, and prints the address and a token for each --as. A token is made anew at each start, unless BATON_MCP_TOKEN holds one of at least 32 characters.',
      'When the program at the other end leaves, or on Ctrl-C, the runs it moves are parked. The tool run_resume goes on with them, or `baton resume` where programs play their agents.',
    ],
    options: [
      ['--as <agents...>', 'the agent to act as; with --http several, each with a token of its own (default: you)'],
      ['--http', 'serve over HTTP instead of standard input and output'],
      ['--port <port>', 'with --http: where to listen, 0 for any that is free (default: 7461)'],
      ['--host <address>', 'with --http: listen on another address than 127.0.0.1, where others can reach it'],
    ],
    examples: ['baton mcp', 'baton mcp --as code-reviewer', 'baton mcp --http --as test-agent --as code-reviewer'],
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'verify',
    summary: 'check that the record is as it was written, and judge again what it holds',
    about: [
      'Nothing is run. Journals and notes are read again; events are held to the rules of the run, commits to the events; scope and gates are judged again from the commits and the reports that are kept. What cannot be told from that is listed as not checked.',
      'It works in a bare clone that has the journals, the branches and the notes. Exit codes: 0 sound, 1 problems, 2 unknown run.',
    ],
    args: '[run]',
    options: [['--journal', 'only read the journals and their notes again']],
    examples: ['baton verify', 'baton verify stack-1 --json', 'baton verify --journal'],
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
    name: 'clean',
    summary: 'remove branches, workbenches and caches that are no longer needed',
    about: [
      'Removes the branches of runs that are merged, aborted or failed (their journals keep the commits), workbenches, refused attempts and transcripts of runs that have ended, and all caches, which are filled again when needed. Branches of completed runs that are not merged yet stay, and so do caches for all repositories while another run uses them.',
      'With --all it also removes journals, handoffs, notes and all run branches: the whole record of Baton in this repository. This cannot be undone, so it asks first.',
      'Installed dependencies are kept in a cache for all repositories. It is limited to 10 GB (set BATON_CACHE_GB to change that): those not used for longest go first.',
    ],
    options: [
      ['--dry-run', 'list what would be removed, with sizes'],
      ['--all', 'remove the whole record, too: journals, handoffs, notes'],
      ['--yes', 'with --all: do not ask'],
    ],
    examples: ['baton clean --dry-run', 'baton clean', 'baton clean --all'],
    load: () => import('./commands/clean.ts'),
  },
  {
    name: 'export',
    summary: 'print the state of the project for other programs, or write it',
    about: [
      'Makes .protocol-state/project-state.json of Domain Zero from the journal: status, features, reviews that wait, findings, and every handoff as an event. Without a run: all runs. Nothing ever reads it back; it can be made again at any time.',
      '--branch commits it on the branch of an unfinished run, in your name. The run takes it in as it does any commit of a person; while it waits for an answer, or is moved, this is refused.',
    ],
    args: '[run]',
    options: [
      ['--to <format>', 'format: domain-zero (default: domain-zero)'],
      ['--out <path>', 'write it to a file instead; one that Baton did not write is left as it is'],
      ['--force', 'replace a file that Baton did not write'],
      ['--branch', "commit it on the run's branch"],
    ],
    examples: [
      'baton export jwt',
      'baton export --out .protocol-state/project-state.json',
      'baton export jwt --branch',
    ],
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'demo',
    summary: 'watch a whole run: four scripted agents, two of which cheat and are caught',
    about: [
      'Everything but the agents is real: the engine, git, the tests and the verdicts. It works in a new repository in the temporary directory and prints its path. The repository stays until you delete it or it has not been used for a day.',
    ],
    examples: ['baton demo', 'baton demo --json'],
    load: () => import('./commands/demo.ts'),
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell: bash, zsh or fish',
    args: '<shell>',
    examples: [
      'source <(baton completion bash)',
      'source <(baton completion zsh)',
      'baton completion fish > ~/.config/fish/completions/baton.fish',
    ],
    load: () => import('./commands/completion.ts').then(({ completing }) => ({ run: completing(VERBS) })),
  },
];
