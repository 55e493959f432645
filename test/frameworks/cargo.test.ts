import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import { cargo } from '../../src/frameworks/cargo/cargo.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { listFiles } from '../../src/frameworks/source-files.ts';
import { cleanEnvironment } from '../../src/sys/environment.ts';
import { runProgram } from '../../src/sys/program.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { CASES, differences } from './cases.ts';
import { needsProgram } from './needs.ts';
import { projectCopy, requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

needsProgram(['cargo', '--version'], 'see https://rustup.rs');

const projects = fileURLToPath(new URL('../projects/cargo', import.meta.url));
/** A library that does not compile takes the canary along, which is built with it. */
const MASKS_THE_CANARY = ['import-error'];

describe('every case is told as it is', () => {
  it.each(readdirSync(projects).filter((name) => name in CASES))('%s', async (name) => {
    const directory = projectCopy(`cargo/${name}`);
    const before = listFiles(directory);
    const report = await cargo.run(requestFor(directory));
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.canary, report.incomplete]).toEqual([MASKS_THE_CANARY.includes(name) ? 'absent' : 'seen', null]);
    expect(listFiles(directory)).toEqual(before);
    expect(JSON.stringify([report.tests, report.uncollected])).not.toContain(directory);
    expect(lasting(await cargo.run(requestFor(directory)))).toEqual(lasting(report));
  });
});

/** What must be the same in every run of the same tests. */
function lasting({ tests, uncollected, runErrors, focused, canary, incomplete, exitCode }: TestReport) {
  return { tests, uncollected, runErrors, focused, canary, incomplete, exitCode };
}

const MANIFEST = '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n';
const LIBRARY = 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n';
const GOOD = '#[test]\nfn adds() { assert_eq!(calc::add(1, 2), 3); }\n';

function project(files: Readonly<Record<string, string>>, name?: string): string {
  const all = { 'Cargo.toml': MANIFEST, 'src/lib.rs': LIBRARY, ...files };
  return writtenProject(all, { installed: false, ...(name === undefined ? {} : { name }) });
}

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}) {
  return cargo.run(requestFor(project(files), more));
}

function outcomes({ tests }: TestReport) {
  return Object.fromEntries(
    tests.map(({ id, outcome, failure }) => [id, failure ? `${outcome} ${failure.kind}` : outcome]),
  );
}

describe('failures', () => {
  it('an assertion with words of its own is an assertion, any other panic is not', async () => {
    const body = `
      #[test] fn equal() { assert_eq!(1, 2, "own words"); }
      #[test] fn holds() { assert!(1 == 2, "own words"); }
      #[test] fn unwraps() { None::<i32>.unwrap(); }
      #[test] fn refuses() -> Result<(), String> { Err("no".into()) }
      #[test] #[should_panic] fn survives() {}
      #[test] #[should_panic(expected = "this")] fn says_that() { panic!("that"); }
      #[test] #[should_panic] fn falls() { panic!("as it should"); }`;
    const report = await run({ 'tests/all.rs': body });
    expect(outcomes(report)).toEqual({
      'tests/all.rs::equal': 'failed assertion',
      'tests/all.rs::holds': 'failed assertion',
      'tests/all.rs::unwraps': 'failed other',
      'tests/all.rs::refuses': 'failed other',
      'tests/all.rs::survives': 'failed assertion',
      'tests/all.rs::says_that': 'failed assertion',
      'tests/all.rs::falls': 'passed',
    });
    expect(report.tests.find(({ path }) => path[0] === 'holds')?.failure).toEqual({
      kind: 'assertion',
      message: 'own words',
      location: { file: 'tests/all.rs', line: 3 },
    });
  });

  it('a slip in the test itself is not a missing thing', async () => {
    const report = await run({ 'tests/slip.rs': '#[test] fn adds() { assert_eq!(calc::add(1, 2), expcted); }\n' });
    expect(report.uncollected[0]?.failure.kind).toBe('other');
    expect(report.uncollected[0]?.failure.diagnostics).toEqual([
      { what: 'undefined', name: 'expcted', file: 'tests/slip.rs', line: 1 },
    ]);
  });

  it('a method that a type of the project lacks is missing, one of the standard library is not', async () => {
    const library = 'pub struct Stack(pub Vec<i32>);\n';
    const ours = await run({ 'src/lib.rs': library, 'tests/a.rs': '#[test] fn t() { calc::Stack(vec![]).peek(); }\n' });
    const theirs = await run({ 'src/lib.rs': library, 'tests/a.rs': '#[test] fn t() { vec![1].peek(); }\n' });
    expect(ours.uncollected[0]?.failure).toMatchObject({
      kind: 'missing',
      diagnostics: [{ what: 'member', name: 'Stack::peek', ours: true }],
    });
    expect(theirs.uncollected[0]?.failure.kind).toBe('other');
  });

  it('tests that were running when the program left are told as crashed, those before as they ended', async () => {
    const body = `
      #[test] fn a_passes() {}
      #[test] fn b_leaves() { std::thread::sleep(std::time::Duration::from_millis(300)); std::process::abort(); }`;
    const report = await run({ 'tests/all.rs': body });
    expect(outcomes(report)).toEqual({ 'tests/all.rs::a_passes': 'passed', 'tests/all.rs::b_leaves': 'errored crash' });
    expect(report.tests[1]?.failure?.message).toContain('SIGABRT');
  });
});

describe('where tests are', () => {
  it('a unit test is in the file of its module, a documentation test in that of its item, whatever its line', async () => {
    const report = await run({
      'src/lib.rs': `pub mod stack;\n/// \`\`\`\n/// assert_eq!(calc::one(), 1);\n/// \`\`\`\npub fn one() -> i32 { 1 }\n`,
      'src/stack.rs': 'mod deque;\n#[cfg(test)]\nmod tests { #[test] fn pushes() {} }\n',
      'src/stack/deque.rs': '#[test] fn pops() {}\n',
    });
    expect(outcomes(report)).toEqual({
      'src/stack.rs::stack > tests > pushes': 'passed',
      'src/stack/deque.rs::stack > deque > pops': 'passed',
      'src/lib.rs::documentation > one': 'passed',
    });
  });

  it('all packages of a workspace are run; one that does not compile hides nothing of the others', async () => {
    const member = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
    const documented = (name: string) =>
      `/// \`\`\`\n/// assert_eq!(${name}::one(), 1);\n/// \`\`\`\npub fn one() -> i32 { 1 }\n`;
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\nresolver = "2"\n',
      'a/Cargo.toml': member('a'),
      'a/src/lib.rs': documented('a'),
      'a/tests/it.rs': '#[test] fn works() {}\n',
      'b/Cargo.toml': member('b'),
      'b/src/lib.rs': documented('b'),
      'b/tests/it.rs': '#[test] fn works() {}\n',
    };
    const all = {
      'a/tests/it.rs::works': 'passed',
      'a/src/lib.rs::documentation > one': 'passed',
      'b/tests/it.rs::works': 'passed',
      'b/src/lib.rs::documentation > one': 'passed',
    };
    const whole = await run(files);
    expect(outcomes(whole)).toEqual(all);
    expect([whole.canary, whole.incomplete]).toEqual(['seen', null]);
    const broken = await run({ ...files, 'b/src/lib.rs': 'pub mod gone;\n' });
    expect(outcomes(broken)).toEqual({
      'a/tests/it.rs::works': 'passed',
      'a/src/lib.rs::documentation > one': 'passed',
    });
    expect(broken.uncollected).toMatchObject([
      {
        file: 'b/src/lib.rs',
        hides: 'all',
        failure: { kind: 'missing', diagnostics: [{ what: 'module', name: 'gone', ours: true }] },
      },
    ]);
  });

  it('a program with a harness of its own is one test', async () => {
    const files = {
      'Cargo.toml': `${MANIFEST}[[test]]\nname = "own"\nharness = false\n`,
      'tests/own.rs': 'fn main() { println!("test forged ... ok"); std::process::exit(7) }\n',
    };
    expect(outcomes(await run(files))).toEqual({ 'tests/own.rs::own': 'failed other' });
  });

  it('works in a path with blanks and letters of other languages', async () => {
    const directory = project({ 'tests/calc.rs': GOOD }, 'ein Projekt ✓ 数');
    const report = await cargo.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'tests/calc.rs::adds': 'passed' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('a selection runs only its files, and the canary', async () => {
    const files = { 'tests/calc.rs': GOOD, 'tests/other.rs': '#[test] fn other() { panic!(); }\n' };
    const report = await run(files, { selection: { files: ['tests/calc.rs'] } });
    expect(outcomes(report)).toEqual({ 'tests/calc.rs::adds': 'passed' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });
});

describe('what a project configures does not hide its tests', () => {
  it.each(['runner = "true"', 'runner = ["true", "--"]'])('a runner of its own (%s) is set aside', async (setting) => {
    const config = `[target.'cfg(unix)']\n${setting}\n[target.x86_64-unknown-linux-gnu]\n${setting}\n`;
    const report = await run({
      '.cargo/config.toml': config,
      'tests/a.rs': '#[test] fn breaks() { assert!(false); }\n',
    });
    expect(outcomes(report)).toEqual({ 'tests/a.rs::breaks': 'failed assertion' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('noise before a result, one thread and no capture do not matter', async () => {
    const config = '[env]\nRUST_TEST_THREADS = "1"\nRUST_TEST_NOCAPTURE = "1"\n';
    const noise = 'std::io::Write::write_all(&mut std::io::stdout(), b"noise\\n").unwrap();';
    const report = await run({
      '.cargo/config.toml': config,
      'tests/a.rs': `#[test] fn a() { ${noise} }\n#[test] fn b() { ${noise} panic!("x"); }\n`,
    });
    expect(outcomes(report)).toEqual({ 'tests/a.rs::a': 'passed', 'tests/a.rs::b': 'failed other' });
    expect(report.incomplete).toBeNull();
  });

  it('results that a test prints itself are found out', async () => {
    const forged = 'std::io::Write::write_all(&mut std::io::stdout(), b"test breaks ... ok\\n").unwrap();';
    const report = await run({
      'tests/a.rs': `#[test] fn forges() { ${forged} }\n#[test] fn breaks() { assert!(false); }\n`,
    });
    expect(report.incomplete).toContain('told twice');
  });

  it('a build script that rewrites the canary is found out', async () => {
    const script = `fn main() {
      for entry in std::fs::read_dir("tests").unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().contains("baton_") {
          std::fs::write(path, "#[test] fn stands() {} #[test] fn falls() {}").unwrap();
        }
      }
    }`;
    const report = await run({ 'build.rs': script, 'tests/calc.rs': GOOD });
    expect([report.canary, report.incomplete]).toEqual(['missing', expect.stringContaining('not seen')]);
  });

  it('a filter in the command of the user is told', async () => {
    const files = { 'tests/calc.rs': `${GOOD}#[test] fn other() {}\n` };
    const report = await run(files, { command: ['cargo', 'test', 'adds'], canary: false });
    expect([outcomes(report), report.focused]).toEqual([{ 'tests/calc.rs::adds': 'passed' }, true]);
  });

  it('a lock file stays as it was', async () => {
    const lock = '# mine\nversion = 3\n\n[[package]]\nname = "calc"\nversion = "0.1.0"\n';
    const directory = project({ 'Cargo.lock': lock, 'tests/calc.rs': GOOD });
    await cargo.run(requestFor(directory));
    expect(readFileSync(join(directory, 'Cargo.lock'), 'utf8')).toBe(lock);
  });
});

describe('what a person must mend', () => {
  it('a manifest that cannot be read', async () => {
    await expect(run({ 'Cargo.toml': '[package\n' })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('a package that is not there, with the command that fetches it', async () => {
    const manifest = `${MANIFEST}[dependencies]\nleft-pad = "1"\n`;
    await expect(run({ 'Cargo.toml': manifest })).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining('cargo fetch'),
    });
  });

  it('no cargo at all', async () => {
    const request = requestFor(project({}));
    const start: RunRequest['start'] = (program, environment) =>
      request.start(program, { ...environment, PATH: '/bin:/usr/bin' });
    await expect(cargo.run({ ...request, start })).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('rustup'),
    });
  });

  it('a command that is not cargo test', async () => {
    await expect(run({}, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });
});

it('runs in the sandbox, where the home is hidden', async (context) => {
  if ((await findSandbox()).kind === 'none') context.skip('there is no sandbox here');
  const directory = project({ 'tests/calc.rs': GOOD });
  const request = requestFor(directory);
  const rules = { writable: [directory, request.scratch], network: false, cwd: directory };
  const places = { home: join(request.scratch, 'home'), temporary: join(request.scratch, 'tmp') };
  const start: RunRequest['start'] = (program, more) =>
    runProgram({
      program: sandboxed(program, rules),
      cwd: directory,
      environment: cleanEnvironment(places, more),
      timeoutMs: 60_000,
    });
  const report = await cargo.run({ ...request, start });
  expect([outcomes(report), report.canary, report.incomplete]).toEqual([
    { 'tests/calc.rs::adds': 'passed' },
    'seen',
    null,
  ]);
});

it('a run that takes too long proves nothing', async () => {
  const hang = '#[test] fn hangs() { std::thread::sleep(std::time::Duration::from_secs(60)); }\n';
  const directory = project({ 'tests/a.rs': hang });
  const report = await cargo.run(requestFor(directory, { timeoutMs: 5_000 }));
  expect(report.incomplete).toBe('timeout');
  expect(report.tests.every(({ outcome }) => outcome !== 'passed')).toBe(true);
  expect(existsSync(join(directory, 'Cargo.lock'))).toBe(false);
});
