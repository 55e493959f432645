import { join } from 'node:path';
import { BatonError } from '../../../base/error.ts';
import type { Detection, ProjectView } from '../../../frameworks/framework.ts';
import { type Config, type SuiteSettings, singleSuite, suiteList } from '../../../protocol/config-schema.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import { makeDirectories, withTemporary } from '../../../sys/kept-file.ts';
import { projectFiles } from '../../../sys/project-files.ts';
import { openShadow } from '../../../sys/shadow.ts';
import type { FrameworkCatalogue } from '../../doctor.ts';
import type { Pinned } from '../pinned.ts';

/** How a framework is found and got at; the drivers themselves are chosen elsewhere. */
interface Choosing {
  readonly repository: Repository;
  readonly catalogue: Pick<FrameworkCatalogue, 'detect' | 'load' | 'commandOf' | 'checkVersion'>;
}

/** The longest run of the tests where the project does not say, in seconds. */
export const USUAL_TIMEOUT_S = 600;

/** What a run fixes about tests. */
export type PinnedTests = Pick<Pinned, 'tests' | 'suites' | 'packages'>;

/** The tests of a tree: the suites the settings name, else the one framework that can be told; else what to write. */
export async function chooseTests(tree: string, parts: Choosing, config: Config): Promise<PinnedTests> {
  return withFiles(tree, parts, (project) => chooseTestsIn(project, parts, config));
}

/** The same for files that are at hand. */
export async function chooseTestsIn(
  project: ProjectView,
  parts: Pick<Choosing, 'catalogue'>,
  config: Config,
): Promise<PinnedTests> {
  const list = suiteList(config);
  if (list !== undefined) return combineSuites(await Promise.all(list.map((one) => chooseSuite(one, project, parts))));
  const given = singleSuite(config) ?? {};
  const { framework, directory } =
    given.framework === undefined ? await detect(project, parts) : { directory: '.', ...given };
  const place = given.directory ?? directory ?? '.';
  const tests = await pinSuite({ ...given, framework: framework ?? '', directory: place }, project, parts);
  return { tests, ...packagesOf([place]) };
}

async function detect(project: ProjectView, { catalogue }: Pick<Choosing, 'catalogue'>): Promise<Detection> {
  const { chosen, question } = await catalogue.detect(project);
  if (chosen !== undefined) return chosen;
  throw new BatonError('unclear_framework', question ?? 'Which tests to run cannot be told: set tests.framework.');
}

type Suite = NonNullable<Pinned['suites']>[number];

/** One suite of a list; its framework is the only one of its directory where none is given. */
async function chooseSuite(
  given: SuiteSettings,
  project: ProjectView,
  parts: Pick<Choosing, 'catalogue'>,
): Promise<Suite> {
  const directory = given.directory ?? '.';
  const framework = given.framework ?? (await detectIn(directory, project, parts));
  const inside = (globs: readonly string[]) => globs.map((glob) => globIn(directory, glob));
  const own = {
    ...(given.files === undefined ? {} : { files: inside(given.files) }),
    ...(given.config_files === undefined ? {} : { config_files: inside(given.config_files) }),
    ...(given.kinds === undefined
      ? {}
      : { kinds: Object.fromEntries(Object.entries(given.kinds).map(([kind, globs]) => [kind, inside(globs)])) }),
  };
  const pinned = await pinSuite({ ...given, ...own, framework, directory }, project, parts);
  return {
    ...pinned,
    name: given.name ?? (directory === '.' ? framework : directory),
    files: given.files === undefined ? inside(pinned.files) : pinned.files,
    support: inside(pinned.support),
    mixed: inside(pinned.mixed),
  };
}

async function detectIn(
  directory: string,
  project: ProjectView,
  { catalogue }: Pick<Choosing, 'catalogue'>,
): Promise<string> {
  const { choices } = await catalogue.detect(project);
  const here = choices.filter((one) => one.directory === directory);
  const configured = here.filter(({ confidence }) => confidence === 'configured');
  const [chosen, ...others] = configured.length > 0 ? configured : here;
  if (chosen !== undefined && others.length === 0) return chosen.framework;
  const found = here.length === 0 ? 'none was found' : `${here.map((one) => one.framework).join(', ')} could be meant`;
  throw new BatonError(
    'unclear_framework',
    `Which framework tests ${directory} is not clear: ${found}. Set \`framework\` of that suite in baton.yaml.`,
    { data: { directory } },
  );
}

/** A glob of a suite, as seen from the top of the repository. */
function globIn(directory: string, glob: string): string {
  if (directory === '.') return glob;
  return glob.startsWith('!') ? `!${directory}/${glob.slice(1)}` : `${directory}/${glob}`;
}

/** How the tests of a package are run, by its framework and the settings of the project. */
async function pinSuite(
  given: SuiteSettings & { readonly framework: string; readonly directory: string },
  project: ProjectView,
  { catalogue }: Pick<Choosing, 'catalogue'>,
): Promise<Pinned['tests']> {
  const { directory, command, setup, env, assertions, reports, git, coverage, kinds } = given;
  const framework = await catalogue.load(given.framework, { reports });
  await catalogue.checkVersion?.(framework.name, directory, project.read);
  const words = typeof command === 'string' ? ['sh', '-c', command] : command;
  const typed = typeof command === 'string' ? command : command?.join(' ');
  const shown = typed ?? catalogue.commandOf(framework.name, project, directory);
  return {
    framework: framework.name,
    directory,
    ...(words === undefined ? {} : { command: words }),
    ...(setup === undefined ? {} : { setup }),
    ...(env === undefined ? {} : { env }),
    shown: shown === undefined ? 'the command of the project' : commandIn(directory, shown),
    timeout_s: given.timeout_s ?? USUAL_TIMEOUT_S,
    files: [...(given.files ?? framework.testFiles)],
    support: [...framework.supportFiles],
    config: [...(given.config_files ?? framework.configFiles)],
    mixed: [...(framework.mixedFiles ?? [])],
    ...(assertions === undefined ? {} : { assertions }),
    ...(reports === undefined ? {} : { reports }),
    ...(git === undefined ? {} : { git }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(kinds === undefined ? {} : { kinds }),
  };
}

function commandIn(directory: string, command: string): string {
  if (directory === '.') return command;
  return `cd ${/^[\w./@-]+$/.test(directory) ? directory : JSON.stringify(directory)} && ${command}`;
}

/** Several suites, and what they come to together: the roles of files, and how a person runs all of them. */
function combineSuites(suites: readonly Suite[]): PinnedTests {
  refuseSameName(suites);
  const [first] = suites as [Suite];
  const all = (of: (suite: Suite) => readonly string[]) => [...new Set(suites.flatMap(of))];
  const kinds: Record<string, string[]> = {};
  for (const [kind, globs] of suites.flatMap((suite) => Object.entries(suite.kinds ?? {})))
    kinds[kind] = [...(kinds[kind] ?? []), ...globs];
  return {
    tests: {
      framework: all(({ framework }) => [framework]).join(' + '),
      directory: '.',
      shown: suites.map(({ name, framework, shown }) => `${name} (${framework}): ${shown}`).join('\n'),
      timeout_s: Math.max(...suites.map(({ timeout_s }) => timeout_s)),
      files: all(({ files }) => files),
      support: all(({ support }) => support),
      config: all(({ config }) => config),
      mixed: all(({ mixed }) => mixed),
      ...(suites.every(({ assertions }) => assertions === undefined)
        ? {}
        : { assertions: all(({ assertions = [] }) => assertions) }),
      ...(first.git === undefined ? {} : { git: suites.some(({ git }) => git === true) }),
      ...(Object.keys(kinds).length === 0 ? {} : { kinds }),
    },
    suites: [...suites],
    ...packagesOf(suites.map(({ directory }) => directory)),
  };
}

function refuseSameName(suites: readonly Suite[]): void {
  const names = suites.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return;
  throw new BatonError(
    'invalid_input',
    `tests in baton.yaml has two suites called ${JSON.stringify(twice)}. Give each a \`name\` of its own.`,
  );
}

/** The packages whose tests are run; nothing where that is the whole repository. */
function packagesOf(directories: readonly string[]): Pick<Pinned, 'packages'> {
  return directories.includes('.') ? {} : { packages: [...new Set(directories)] };
}

/** Looks at the files of a tree. Nothing is left in the repository: there may be no run in the end. */
async function withFiles<T>(
  tree: string,
  { repository }: Choosing,
  look: (project: ProjectView) => Promise<T>,
): Promise<T> {
  return withTemporary('baton-detect-', async (place) => {
    const directory = join(place, 'project');
    makeDirectories(directory);
    await openShadow({ ...repository, batonDir: join(place, 'baton') }).exportTree(tree, directory);
    return look(projectFiles(directory));
  });
}
