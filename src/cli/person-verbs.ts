import { NO_INPUT, type Verb } from './verb.ts';

const RESUME: readonly [string, string] = ['--resume', 'go on with the run at once'];

/** How every verb that answers finds the ask. */
const WHICH =
  'The beginning of an id is enough. Without an id the only open ask is meant; if there are several, they are listed.';

/** What a person says to a run. */
export const PERSON_VERBS: readonly Verb[] = [
  {
    name: 'approve',
    summary: 'approve what a phase made',
    about: [
      'The answer counts for exactly what the ask shows, once. See it first: baton show <ask> --diff. The run goes on with baton resume.',
      WHICH,
    ],
    args: '[ask]',
    options: [
      ['--comment <text>', 'a remark for the record'],
      ['--skip <reason>', 'also pass over the phase that would follow; why is recorded and reminded of'],
      RESUME,
      NO_INPUT,
    ],
    examples: [
      'baton approve',
      'baton approve 1f0c --comment "Names are fine"',
      'baton approve ask-1f0c2a3b --resume',
      'baton approve ask-1f0c2a3b --skip "Reviewed by hand yesterday"',
    ],
    load: () => import('./commands/answers.ts').then(({ approve }) => ({ run: approve })),
  },
  {
    name: 'reject',
    summary: 'refuse what a phase made; the next attempt is told why',
    about: [WHICH],
    args: '[ask]',
    options: [['--reason <text>', 'why, for the next attempt'], RESUME, NO_INPUT],
    examples: ['baton reject ask-1f0c2a3b --reason "The name says the opposite of what it does"'],
    load: () => import('./commands/answers.ts').then(({ reject }) => ({ run: reject })),
  },
  {
    name: 'answer',
    summary: "answer an agent's question",
    about: ['The text, or @file, is given to the next session as the answer of a person.', WHICH],
    args: '[ask] <text...>',
    accepts: '[words...]',
    options: [RESUME, NO_INPUT],
    examples: [
      'baton answer ask-1f0c2a3b "Amounts are in cents, never in fractions"',
      'baton answer "Amounts are in cents, never in fractions"',
      'baton answer ask-1f0c2a3b @answer.md',
    ],
    load: () => import('./commands/answers.ts').then(({ answer }) => ({ run: answer })),
  },
  {
    name: 'decide',
    summary: 'decide how a run goes on that cannot by itself',
    about: [WHICH],
    args: '[ask] <choice>',
    accepts: '[words...]',
    options: [['--hint <text>', 'what the next session should know'], RESUME, NO_INPUT],
    examples: ['baton decide ask-1f0c2a3b retry --hint "The fixture is in test/data"', 'baton decide skip --resume'],
    sections: [
      [
        'Choices',
        [
          'retry     try again: with new attempts, another budget, more cycles, whatever had run out',
          'skip      mark the present test as skipped and go on with the next one',
          'rollback  go back to where the present cycle began',
          'abort     end the run; what it made stays',
        ],
      ],
    ],
    load: () => import('./commands/answers.ts').then(({ decide }) => ({ run: decide })),
  },
  {
    name: 'merge',
    summary: 'merge a completed run after testing the merged result',
    about: [
      'The branch gets one commit for the run: a merge commit, or with --squash a single commit with the whole change and no history of phases. It is made only if the tests pass on the result. Your hooks and your commit signing apply, as `commit` in baton.yaml says. If anything is in the way, nothing is changed and the message says what.',
      'test-list.md is left out where the branch does not have one; the tree without it is the one that is tested.',
      'A run with suspicions is merged only if you accept them: in a terminal you are asked, elsewhere pass --accept-suspicions. Without it nothing is merged, and the exit code is 4.',
      "Commits that you added to the run's branch after it ended are tested and merged too, and named. A branch that was rewritten is refused.",
    ],
    args: '<run>',
    options: [
      ['--into <branch>', 'branch to merge into (default: the one the run started from)'],
      ['--squash', 'make one commit instead of a merge; `baton verify` and `baton status` still recognise it'],
      ['--with-test-list', 'also add test-list.md to a branch that has none'],
      ['--accept-suspicions', 'merge although what the run made is suspected of something'],
      ['--no-input', 'never ask in the terminal; exit with 4 when the run has suspicions'],
    ],
    examples: [
      'baton merge stack-push-pop-4f2a',
      'baton merge stack-push-pop-4f2a --squash',
      'baton merge stack-push-pop-4f2a --into develop',
      'baton merge stack-push-pop-4f2a --accept-suspicions',
    ],
    load: () => import('./commands/merge.ts'),
  },
  {
    name: 'rollback',
    summary: 'go back to an accepted commit of a run',
    about: [
      'Puts a commit on top whose files are those of the earlier one. Nothing is deleted, and the record says so.',
    ],
    args: '<run>',
    options: [['--to <commit>', 'the commit, by its first digits; baton show <run> lists them']],
    examples: ['baton rollback stack-push-pop-4f2a --to 3f2a1b2c'],
    load: () => import('./commands/rollback.ts'),
  },
  {
    name: 'abort',
    summary: 'end a run for good; what it made stays',
    args: '<run>',
    options: [['--reason <text>', 'why, for the record']],
    examples: ['baton abort stack-push-pop-4f2a --reason "The request was wrong"'],
    load: () => import('./commands/abort.ts'),
  },
];
