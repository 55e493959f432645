import { join, posix } from 'node:path';
import { BatonError } from '../../../base/error.ts';
import type { Detection, Framework } from '../../../frameworks/framework.ts';
import type { Config } from '../../../protocol/config-schema.ts';
import { runGit } from '../../../sys/git/git.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import { makeDirectories, withTemporary } from '../../../sys/kept-file.ts';
import { projectFiles } from '../../../sys/project-files.ts';
import { openShadow } from '../../../sys/shadow.ts';
import type { FrameworkCatalogue } from '../../doctor.ts';
import type { Pinned } from '../pinned.ts';

/** How a framework is found and got at; the drivers themselves are chosen elsewhere. */
interface Choosing {
  readonly repository: Repository;
  readonly catalogue: Pick<FrameworkCatalogue, 'detect' | 'load' | 'checkVersion'>;
}

/** The longest run of the tests where the project does not say, in seconds. */
export const USUAL_TIMEOUT_S = 600;

/** The framework the project says, or the one that can be told; otherwise what a person must write. */
export async function chooseTests(tree: string, parts: Choosing, config: Config): Promise<Pinned['tests']> {
  const given = config.tests ?? {};
  const detected = given.framework === undefined ? await detect(tree, parts) : undefined;
  const framework = await parts.catalogue.load(given.framework ?? (detected as Detection).framework);
  const directory = given.directory ?? detected?.directory ?? '.';
  await parts.catalogue.checkVersion?.(framework.name, directory, (path) => readAt(parts.repository, tree, path));
  return pinTests(framework, directory, config);
}

/** The text of a file of a tree. */
async function readAt({ commonDir }: Repository, tree: string, path: string): Promise<string | undefined> {
  const place = { cwd: commonDir, gitDir: commonDir };
  const { code, stdout } = await runGit(place, ['cat-file', 'blob', `${tree}:${posix.normalize(path)}`]);
  return code === 0 ? stdout.toString('utf8') : undefined;
}

/** How the tests of a package are run, by its framework and the settings of the project. */
export function pinTests(framework: Framework, directory: string, { tests = {} }: Config): Pinned['tests'] {
  const command = typeof tests.command === 'string' ? ['sh', '-c', tests.command] : tests.command;
  return {
    framework: framework.name,
    directory,
    ...(command === undefined ? {} : { command }),
    ...(tests.setup === undefined ? {} : { setup: tests.setup }),
    shown: shownCommand(tests.command) ?? framework.usualCommand ?? 'the command of the project',
    timeout_s: tests.timeout_s ?? USUAL_TIMEOUT_S,
    files: [...(tests.files ?? framework.testFiles)],
    support: [...framework.supportFiles],
    config: [...(tests.config_files ?? framework.configFiles)],
    mixed: [...(framework.mixedFiles ?? [])],
    ...(tests.assertions === undefined ? {} : { assertions: tests.assertions }),
    ...(tests.reports === undefined ? {} : { reports: tests.reports }),
    ...(tests.git === undefined ? {} : { git: tests.git }),
    ...(tests.coverage === undefined ? {} : { coverage: tests.coverage }),
    ...(tests.kinds === undefined ? {} : { kinds: tests.kinds }),
  };
}

function shownCommand(command: string | readonly string[] | undefined): string | undefined {
  return typeof command === 'string' ? command : command?.join(' ');
}

/** Looks at the files of a tree. Nothing is left in the repository: there may be no run in the end. */
async function detect(tree: string, { repository, catalogue }: Choosing): Promise<Detection> {
  const { chosen, question } = await withTemporary('baton-detect-', async (place) => {
    const directory = join(place, 'project');
    makeDirectories(directory);
    await openShadow({ ...repository, batonDir: join(place, 'baton') }).exportTree(tree, directory);
    return catalogue.detect(projectFiles(directory));
  });
  if (chosen !== undefined) return chosen;
  throw new BatonError('unclear_framework', question ?? 'Which tests to run cannot be told: set tests.framework.');
}
