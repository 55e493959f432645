import type { Verb } from './verb.ts';

/** Looking at workflows and checking those of a project. */
export const WORKFLOW_VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'list the workflows, built-in and of this project',
    examples: ['baton workflow list', 'baton workflow list --json'],
    load: () => import('./commands/workflow-list.ts'),
  },
  {
    name: 'show',
    summary: 'show a workflow: its phases, who plays them, and where each outcome leads',
    about: [
      'The workflow is named, or given by its file. What phases leave out is taken from the files of their agents.',
    ],
    args: '<workflow>',
    options: [['--mermaid', 'print it as a Mermaid state diagram']],
    examples: [
      'baton workflow show tdd',
      'baton workflow show docs-review --mermaid',
      'baton workflow show tdd --json',
    ],
    load: () => import('./commands/workflow-show.ts'),
  },
  {
    name: 'validate',
    summary: 'hold workflow files to the rules of workflows',
    about: [
      'Without files: all of the project, which are baton.workflow.yaml and .baton/workflows/*.workflow.yaml. Everything wrong with a file is told, with its line where it has one.',
      'Exit codes: 0 all are sound, 1 at least one is not, 2 a file cannot be found.',
    ],
    args: '[files...]',
    examples: ['baton workflow validate', 'baton workflow validate drafts/release.workflow.yaml --json'],
    load: () => import('./commands/workflow-validate.ts'),
  },
];
