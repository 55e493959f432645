import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { baton, REQUEST, runWords } from './command.ts';
import { commitFiles, emptyDirectory, newProject, type Project, writeFiles } from './project.ts';

interface BadInput {
  readonly title: string;
  /** A project in which the run cannot start. */
  readonly make?: () => Project;
  /** What is typed, if not the usual. */
  readonly words?: (project: Project) => readonly string[];
  /** Texts that tell what to do. */
  readonly told: readonly string[];
}

/** Valid as far as it goes. */
const LARGE = `# ${'x'.repeat(1_000_000)}\n`;

const BAD_INPUT: readonly BadInput[] = [
  {
    title: 'no request [R001-40]',
    words: (project) => ['run', ...runWords(project).slice(2)],
    told: ['missing required argument', 'request'],
  },
  {
    title: 'a request that is empty [R001-40]',
    words: (project) => ['run', ' ', ...runWords(project).slice(2)],
    told: ['The request is empty', 'baton run'],
  },
  {
    title: 'a request in an empty file',
    make: () => withFiles({ 'request.md': ' \n' }),
    words: (project) => ['run', '@request.md', ...runWords(project).slice(2)],
    told: ['The request is empty'],
  },
  {
    title: 'a request that never ends',
    words: (project) => ['run', '@/dev/zero', ...runWords(project).slice(2)],
    told: ['Cannot read /dev/zero: it is a device, not a regular file.'],
  },
  {
    title: 'a request in a pipe that nobody writes to',
    make: () => withPipe('request'),
    words: (project) => ['run', '@request', ...runWords(project).slice(2)],
    told: ['request: it is a named pipe, not a regular file.'],
  },
  {
    title: 'a baton.yaml that is a pipe',
    make: () => withPipe('baton.yaml'),
    told: ['baton.yaml is a named pipe, not a regular file.'],
  },
  {
    title: 'a request of more than 1 MB',
    make: () => withFiles({ 'request.md': LARGE }),
    words: (project) => ['run', '@request.md', ...runWords(project).slice(2)],
    told: ['request.md: it is larger than 1000000 bytes.'],
  },
  {
    title: 'a baton.yaml of more than 1 MB',
    make: () => withFiles({ 'baton.yaml': LARGE }),
    told: ['baton.yaml is larger than 1000000 bytes.'],
  },
  {
    title: 'a baton.yaml with values and names that are all wrong, told at once',
    make: () =>
      withFiles({
        'baton.yaml':
          'attempts: .inf\ntests: {framework: foo}\nworkflow: nope\nmax_cycles: 0\napprovals: [blue]\nroles: {test-agnt: {}}\n',
      }),
    told: [
      'baton.yaml:1:11: attempts must be a finite number',
      'baton.yaml:2:20: there is no test framework "foo"',
      'baton.yaml:3:11: there is no workflow "nope" (known: capability, domain-zero, tdd)',
      'baton.yaml:4:13: max_cycles is 0',
      'baton.yaml:5:13: approvals names blue, which is no phase of any workflow',
      'baton.yaml:6:9: roles names test-agnt, which is no agent. Did you mean test-agent?',
    ],
  },
  {
    title: 'a baton.yaml with names that are not there',
    make: () => withFiles({ 'baton.yaml': 'approvals: [blue]\nroles: {nobody: {model: x}}\n' }),
    told: [
      'baton.yaml:1:13: approvals names blue, which is no phase of tdd (known: plan, red, green, refactor)',
      'baton.yaml:2:9: roles names nobody, which is no agent',
    ],
  },
  {
    title: 'a repository without any commit',
    make: () => {
      const project = emptyDirectory();
      gitIn(project.path, 'init', '--quiet', '--initial-branch=main');
      return project;
    },
    told: ['no commit yet', 'git commit'],
  },
  {
    title: 'no framework that can be detected, and none configured [R001-59]',
    make: () => {
      const project = emptyDirectory();
      gitIn(project.path, 'init', '--quiet', '--initial-branch=main');
      commitFiles(project.path, { 'README.md': '# Nothing\n' }, 'start');
      return project;
    },
    told: ['No test framework was found', 'vitest', 'pytest', 'tests: {framework:', 'baton.yaml'],
  },
  {
    title: 'several frameworks to choose from [R001-59]',
    make: () => withFiles({ 'pytest.ini': '[pytest]\n' }),
    told: ['could be run in 2 ways', 'tests: {framework: node-test}', 'tests: {framework: pytest}'],
  },
  {
    title: 'a branch of the same name',
    make: () => {
      const project = newProject();
      gitIn(project.path, 'branch', 'baton/sum');
      return project;
    },
    told: ['There is a branch baton/sum already', '--name'],
  },
  {
    title: 'a branch called baton, beside which git can keep no baton/sum',
    make: () => {
      const project = newProject();
      gitIn(project.path, 'branch', 'baton');
      return project;
    },
    told: ['There is a branch baton already', 'git branch -m'],
  },
  {
    title: 'a name that cannot be a run',
    words: (project) => [...runWords(project), '--name', '../sum'],
    told: ['is no name for a run'],
  },
  {
    title: 'an unknown key in baton.yaml',
    make: () => withFiles({ 'baton.yaml': 'atempts: 3\n' }),
    told: ['baton.yaml', 'atempts', 'attempts'],
  },
  {
    title: 'a baton.yaml that is no YAML',
    make: () => withFiles({ 'baton.yaml': 'runner: [command\n' }),
    told: ['baton.yaml'],
  },
  {
    title: 'approvals on a phase that is none',
    words: (project) => [...runWords(project), '--approvals', 'red,blue'],
    told: ['blue', 'plan, red, green, refactor'],
  },
  {
    title: 'attempts that are no number',
    words: (project) => [...runWords(project), '--attempts', 'many'],
    told: ['--attempts', 'many'],
  },
  {
    title: 'a workflow that is none',
    words: (project) => [...runWords(project), '--workflow', 'bdd'],
    told: ['bdd', 'tdd'],
  },
  {
    title: 'a program that is not there',
    words: () => ['run', REQUEST, '--command', 'no-such-agent --fast'],
    told: ['no-such-agent', 'Install it, or set `command` in baton.yaml'],
  },
  {
    title: 'no program at all',
    words: () => ['run', REQUEST],
    told: ['No program plays', '--command'],
  },
  {
    title: 'a runner that is none',
    words: () => ['run', REQUEST, '--runner', 'comand', '--command', 'true'],
    told: ['comand', 'Did you mean command?'],
  },
  {
    title: 'a framework that is none',
    make: () => withFiles({ 'baton.yaml': 'tests: {framework: vitst}\n' }),
    told: ['vitst', 'vitest'],
  },
];

describe.concurrent('baton run refuses with exit code 2, and creates nothing, on', () => {
  for (const { title, make = () => newProject(), words = runWords, told } of BAD_INPUT) {
    it(title, async () => {
      const project = make();
      const before = everythingIn(project);
      const { code, out, err } = await baton(project, ...words(project));
      expect({ code, out }).toEqual({ code: 2, out: '' });
      for (const text of told) expect(err).toContain(text);
      expect(everythingIn(project)).toEqual(before);
    });
  }
});

function withFiles(files: Readonly<Record<string, string>>): Project {
  const project = newProject();
  writeFiles(project.path, files);
  gitIn(project.path, 'add', '--all');
  gitIn(project.path, 'commit', '--quiet', '--message', 'more');
  return project;
}

/** Refs and every file of a checkout, with its git directory, and what Baton could have left elsewhere. */
function everythingIn({ path, environment }: Project) {
  return {
    refs: gitIn(path, 'for-each-ref'),
    files: readdirSync(path, { recursive: true }).sort(),
    temporary: readdirSync(environment.TMPDIR ?? ''),
    config: existsSync(join(environment.XDG_CONFIG_HOME ?? '', 'baton')),
  };
}

function withPipe(name: string): Project {
  const project = newProject();
  execFileSync('mkfifo', [join(project.path, name)]);
  return project;
}
