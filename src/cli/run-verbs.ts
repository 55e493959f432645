import { NO_INPUT, type Verb } from './verb.ts';

const RUN_EXITS: readonly [string, readonly string[]] = [
  'Exit codes',
  [
    '0    the list is done and the last proof is green',
    '1    the run failed or was aborted, another process moves it already, or with --strict its work leaves suspicions',
    '2    something typed, configured or missing keeps it from going on; the message says what to set',
    '3    git or the disk failed',
    '4    it waits for a person; the message says how to answer',
    '130  it was parked by Ctrl-C; baton resume goes on',
  ],
];

type Flags = NonNullable<Verb['options']>;

/** Which program plays the agents: at the start of a run, and when it is resumed. */
const RUNNER_FLAGS: Flags = [
  ['--runner <name>', 'program that plays the agents: claude, codex, acp, command, scripted'],
  ['--command <command>', 'command of the command runner, for a shell; means --runner command'],
  ['--model <name>', 'model of the runner'],
];

const LIMIT_FLAGS: Flags = [
  ['--max-cycles <number>', 'cycles before a person is asked (default: 50)'],
  ['--attempts <number>', 'sessions a phase may take before a person is asked (default: 4)'],
  ['--deadline-min <minutes>', 'longest session (default: 30)'],
  ['--budget-usd <amount>', 'spend at most this much, then ask a person'],
  ['--budget-tokens <number>', 'use at most so many tokens, then ask a person'],
  ['--budget-minutes <minutes>', "use at most so much of agents' time, then ask a person"],
  ['--budget-attempts <number>', 'make at most so many attempts in all, then ask a person'],
  ['--budget-phase-usd <amount>', 'spend at most this much in a phase of a cycle, then ask a person'],
  ['--budget-phase-tokens <number>', 'use at most so many tokens in a phase of a cycle, then ask a person'],
  ['--budget-phase-minutes <minutes>', 'use at most so much time in a phase of a cycle, then ask a person'],
];

/** For scripts that take the exit code for the whole verdict. */
const STRICT: readonly [string, string] = ['--strict', 'exit with 1 when the run completes with suspicions'];

/** Starting runs and looking at them. */
export const RUN_VERBS: readonly Verb[] = [
  {
    name: 'run',
    summary: 'work through a request, one verified phase after another',
    about: [
      'Starts a run from the last commit, on a branch of its own, and moves it until it is done, waits for a person or is parked. Your checkout is not touched. Every phase is played by a fresh session of an agent, and its result is accepted only when its gates pass on what Baton itself observed.',
      'Flags override baton.yaml and are saved with the run: a resumed run keeps them. `roles` in baton.yaml still decide for their agents.',
      'Before it starts it says what earlier completed runs of this workflow took here: time, cost and cycles, with their range. Without such runs it says nothing.',
      'In a terminal you are asked on the spot when the run waits for you: an approval with its diff, a question, a decision. Ctrl-D or `later` leaves it open (exit code 4), Ctrl-C too (130); --no-input never asks.',
      'What looks like a way round the tests in accepted work is a suspicion. A run that leaves any says so at its end and in baton status, and baton merge asks. With --strict, or `strict: true` in baton.yaml, its exit code is 1.',
      'Ctrl-C parks the run once the session that runs has ended; a second Ctrl-C ends the session at once. Both can be resumed.',
    ],
    args: '<request...>',
    options: [
      ['--name <name>', 'name of the run (default: made from the request)'],
      [
        '--workflow <name>',
        'workflow, by its name or its file (default: tdd); baton workflow list shows those there are',
      ],
      [
        '--tier <tier>',
        'how strict it is: rapid, standard or critical (default: standard where the workflow knows tiers)',
      ],
      ...RUNNER_FLAGS,
      ...LIMIT_FLAGS,
      ['--approvals <phases>', 'phases that wait for your approval, with commas: red,green'],
      ['--sandbox <mode>', 'contain agents and tests: auto, require or off (default: auto)'],
      [
        '--use-builtin',
        'use the built-in agent in place of each agent of yours that lacks a trigger the workflow needs',
      ],
      ['--accept-baseline-failures', 'take the tests that fail before the run as known'],
      STRICT,
      NO_INPUT,
    ],
    examples: [
      'baton run "a stack with push, pop and peek" --command ./my-agent',
      'baton run @request.md --approvals plan --budget-usd 5',
      'baton run "fix the rounding of negative amounts" --json | jq -c .type',
    ],
    sections: [RUN_EXITS],
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'resume',
    summary: 'go on with a run that was parked, stopped or answered',
    about: [
      'Goes on where the record ends: after Ctrl-C, a crash, an answer, or in another clone. Without a name it takes the only run that can go on; if there are several, it lists them. A session lost to a crash uses up no attempt.',
      'Flags change the settings of the run from here on and override what it started with, with --reload too; the change is recorded. A run that waits because its budget was used up goes on when you give it a larger one.',
    ],
    args: '[run]',
    options: [
      ['--reload', 'read baton.yaml and the agent files again; flags of the start still apply'],
      ...RUNNER_FLAGS,
      ...LIMIT_FLAGS,
      STRICT,
      NO_INPUT,
    ],
    examples: [
      'baton resume',
      'baton resume stack-push-pop-4f2a',
      'baton resume --budget-usd 10',
      'baton resume --reload --command ./my-agent',
    ],
    sections: [
      RUN_EXITS,
      [
        'Finished runs',
        ['A run that has ended is told so, with exit code 0; with --strict, and suspicions nobody has merged, 1.'],
      ],
    ],
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'status',
    summary: 'tell where runs stand and what waits for a person',
    about: ['With --json: {runs: [{run, workflow, state, phase, cycle, attempt, asks[], suspicions[], ...}]}.'],
    args: '[run]',
    options: [
      ['--all', 'all runs that have ended, not only the last five'],
      ['--names', 'only the names of runs, one a line'],
      ['--asks', 'only the ids of open asks, one a line'],
    ],
    examples: ['baton status', 'baton status stack-push-pop-4f2a', 'baton status --json | jq ".runs[].asks[]"'],
    sections: [
      [
        'States',
        [
          'running    a process moves it now',
          'waiting    a person has to answer an ask',
          'parked     stopped on purpose, or because an agent cannot work here',
          'stopped    nobody moves it, though nothing keeps it from going on',
          'completed  done, and not merged yet',
          'merged     done, and its work is on another branch: by baton merge, by hand or by a pull request',
          'aborted, failed',
        ],
      ],
    ],
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'watch',
    summary: 'show what runs are doing now',
    about: [
      'With a run: where it is, what the agent does now (its last lines and tool calls), what it has used, and when it was last heard of, until the run has ended. Without one: a board of all runs, those that move first. It works whichever process runs them, and changes nothing: Ctrl-C stops watching, and the run goes on.',
      'In a terminal it is drawn again every second; elsewhere there is a line for everything that changes. With --json: {at, runs: [...]}, one a line whenever something changed; with --once one object. Exit codes: 0 the run has ended (or --once), 130 Ctrl-C.',
    ],
    args: '[run]',
    options: [['--once', 'look once and exit']],
    examples: ['baton watch', 'baton watch stack-push-pop-4f2a', 'baton watch --once --json | jq ".runs[].doing"'],
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'log',
    alias: 'history',
    summary: 'tell the story of a run, from its start to now',
    about: ['Without a name: the run that moved last. With --json: every event, one a line, as it was recorded.'],
    args: '[run]',
    examples: [
      'baton log',
      'baton log stack-push-pop-4f2a',
      'baton log --json | jq -c "select(.type == \\"gate.refused\\")"',
    ],
    load: () => import('./commands/log.ts'),
  },
  {
    name: 'show',
    summary: 'show a run, an ask, a phase commit or an event in full',
    about: [
      'A run by its name; an ask by its id, with exactly what it is about; a phase commit by its first digits, with its note and its evidence; an event by `run:number`, with what was recorded beside it. The beginning of an id is enough. Without one, the only open ask is shown.',
      'In a terminal an ask is shown with the beginning of its diff. --diff prints the whole diff of an ask, a phase commit or a run: in colour in a terminal (unless NO_COLOR is set), plain elsewhere. Control characters and invisible ones are written out as <U+001B>; --json has the patch as it is.',
    ],
    args: '[thing]',
    options: [
      ['--diff', 'print what it changes'],
      ['--attachment <name>', 'print one file that was recorded with an event'],
    ],
    examples: [
      'baton show stack-push-pop-4f2a',
      'baton show 1f0c --diff',
      'baton show 3f2a1b2c',
      'baton show stack-push-pop-4f2a:12 --attachment prompt.md',
    ],
    load: () => import('./commands/show.ts'),
  },
];
