import type { TestReport } from '../evidence/report.ts';

/** What a driver can see of a project without running anything in it. */
export interface ProjectView {
  /** Paths of all files, relative, with forward slashes. */
  readonly files: readonly string[];
  /** The text of a file, or nothing if there is none. Large files are cut. */
  read(path: string): string | undefined;
  /** The content of a file that need not be text. */
  bytes?(path: string): Uint8Array | undefined;
}

/** That a project uses a framework, and how Baton knows. */
export interface Detection {
  readonly framework: string;
  /** The directory of the package, relative to the project: `.` or a package of a monorepo. */
  readonly directory: string;
  /** Why, for a person: `vitest.config.ts`, `"test": "vitest run" in package.json`. */
  readonly because: readonly string[];
  /** Configured and used (a config file, the test script) beats merely installed. */
  readonly confidence: 'configured' | 'installed';
}

/** What part of the tests to run: all of them, or some for a quick first look. */
export interface Selection {
  readonly files?: readonly string[] | undefined;
}

/** Where a run happens and what it is allowed. */
export interface RunRequest {
  /** Absolute path of the project (the proof directory, or a checkout). */
  readonly directory: string;
  /** The top of the tree that is proved: the directory, or one above it in a monorepo. Default: the directory. */
  readonly root?: string | undefined;
  /** Work trees of the same repository. What is installed may point to them; tests have to load the tree's files instead. */
  readonly checkouts?: readonly string[] | undefined;
  /** An existing private directory outside the project for reporters, configuration and output. Writable by the run. */
  readonly scratch: string;
  /**
   * An existing private directory for caches of tools that are only ever faster with them. It may hold what a run on a
   * tree that is trusted left there; never what any other run wrote. Nothing where no caches are kept.
   */
  readonly cache?: string | undefined;
  readonly selection: Selection;
  readonly timeoutMs: number;
  /** A test that must be seen to pass and one that must be seen to fail, as files the driver adds. Off for mere looks. */
  readonly canary: boolean;
  /**
   * What the canaries of compiled languages are made from: with the same one they are the same, and what was built of them
   * serves again. Chance where nothing is given.
   */
  readonly canaryKey?: string | undefined;
  /** A user's own command in place of the driver's (`tests.command`), as arguments. */
  readonly command?: readonly string[] | undefined;
  /**
   * Starts a program in the project: in the sandbox or not, with a clean environment that says nobody watches (`CI`),
   * capped output without colours and a deadline.
   */
  start(program: readonly string[], environment: Readonly<Record<string, string>>): Promise<ProgramResult>;
}

/** How a started program ended. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The deadline ended it. */
  readonly timedOut: boolean;
  /** What it printed, both streams in order, cut in the middle when long. */
  readonly output: string;
  readonly wallMs: number;
}

/**
 * How a project's dependencies are fetched: the default of `tests.setup`. No command runs code of the project or
 * install scripts of packages. `{project}` in commands and environment stands for the absolute path of the project.
 */
export interface Setup {
  readonly tool: string;
  /** The command that installs the tool, for who does not have it. */
  readonly toolFrom?: string | undefined;
  /** A folder of the user's home where the tool keeps what it fetched for the user: if it is there, nothing is fetched. */
  readonly orHome?: string | undefined;
  /** Why the commands cannot be run on manifests alone: tests run with what is installed. */
  readonly unfit?: string | undefined;
  /** Packages may as well be installed with the interpreter: where the tool is missing, tests run with those. */
  readonly orInterpreter?: boolean | undefined;
  /** Folders of the user's home that the tool itself needs, by the variable that leads it there. */
  readonly homes?: Readonly<Record<string, string>> | undefined;
  /** Where the commands run, relative to the project. */
  readonly directory: string;
  /** What fixes the versions; its content is the key of the cache. */
  readonly lockFiles: readonly string[];
  readonly commands: readonly (readonly string[])[];
  /** For the commands and for every run of the tests after them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files that the commands read, as globs: manifests, lock files, settings of the tool. */
  readonly needs: readonly string[];
  /** Single files that they read as well: what manifests point to inside the repository. */
  readonly referenced?: readonly string[] | undefined;
  /** Files that must exist and whose content does not matter, as globs: they are created empty. */
  readonly placeholders: readonly string[];
  /** Directories (or files) that hold the result, relative to the project. */
  readonly results: readonly string[];
}

/** One test framework. */
export interface Framework {
  readonly name: string;
  detect(project: ProjectView): readonly Detection[];
  /** Runs tests and reads what they showed. Never throws for what tests do; throws coded errors for what a person must mend. */
  run(request: RunRequest): Promise<TestReport>;
  /** Whether it runs code as it is written: nothing is built that a second run in the same directory could use. */
  readonly buildsNothing?: boolean | undefined;
  /** The folder in `scratch` where it builds, if it builds again whatever is newer than what it built. */
  readonly buildsInto?: string | undefined;
  /**
   * What a test file is compiled or loaded together with: what is in it can change only tests of files with the same answer.
   * Nothing where it may change any.
   */
  unitOf?(testFile: string): string | undefined;
  /** Globs of test files, and of files whose change changes how tests run. */
  readonly testFiles: readonly string[];
  readonly supportFiles: readonly string[];
  readonly configFiles: readonly string[];
  /** Globs of sources that hold their own tests beside the code. */
  readonly mixedFiles?: readonly string[] | undefined;
}
