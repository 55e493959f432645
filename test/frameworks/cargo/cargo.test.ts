import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { projectWith, stories, storiesInOneRun } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { BASE, cargoPromises, GOOD, MANIFEST } from './promises.ts';

const driver = useDriver('cargo');
const subject = { driver, base: BASE, installed: false };
tableColumn(driver);
frameworkContract(subject, cargoPromises);

storiesInOneRun(subject, 'in Rust', {
  'an assertion with words of its own is an assertion, any other panic is not': {
    files: {
      'tests/all.rs': `
        #[test] fn equal() { assert_eq!(1, 2, "own words"); }
        #[test] fn holds() { assert!(1 == 2, "own words"); }
        #[test] fn unwraps() { None::<i32>.unwrap(); }
        #[test] fn refuses() -> Result<(), String> { Err("no".into()) }\n`,
    },
    shows: {
      outcomes: {
        'tests/all.rs::equal': 'failed assertion',
        'tests/all.rs::holds': 'failed assertion',
        'tests/all.rs::unwraps': 'failed other',
        'tests/all.rs::refuses': 'failed other',
      },
      failures: {
        'tests/all.rs::holds': { message: 'own words', location: { file: 'tests/all.rs', line: 3 } },
      },
    },
  },
  'a slip in the test itself is not a missing thing': {
    files: { 'tests/slip.rs': '#[test] fn adds() { assert_eq!(calc::add(1, 2), expcted); }\n' },
    shows: {
      uncollected: { 'tests/slip.rs': 'other' },
      failures: {
        'tests/slip.rs': { diagnostics: [{ what: 'undefined', name: 'expcted', file: 'tests/slip.rs', line: 1 }] },
      },
    },
  },
  'a method that a type of the project lacks is missing': {
    files: {
      'src/lib.rs': `${BASE['src/lib.rs']}pub struct Stack(pub Vec<i32>);\n`,
      'tests/ours.rs': '#[test] fn t() { calc::Stack(vec![]).peek(); }\n',
    },
    shows: {
      uncollected: { 'tests/ours.rs': 'missing' },
      failures: { 'tests/ours.rs': { diagnostics: [{ what: 'member', name: 'Stack::peek', ours: true }] } },
    },
  },
  'a method that a type of the standard library lacks is not': {
    files: { 'tests/theirs.rs': '#[test] fn t() { vec![1].peek(); }\n' },
    shows: { uncollected: { 'tests/theirs.rs': 'other' } },
  },
});

const CONFIG = '[env]\nRUST_TEST_THREADS = "1"\nRUST_TEST_NOCAPTURE = "1"\n';
const print = (text: string) => `std::io::Write::write_all(&mut std::io::stdout(), b"${text}\\n").unwrap();`;
const member = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
const documented = (name: string) =>
  `/// \`\`\`\n/// assert_eq!(${name}::one(), 1);\n/// \`\`\`\npub fn one() -> i32 { 1 }\n`;
const WORKSPACE = {
  'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\nresolver = "2"\n',
  'a/Cargo.toml': member('a'),
  'a/src/lib.rs': documented('a'),
  'a/tests/it.rs': '#[test] fn works() {}\n',
  'b/Cargo.toml': member('b'),
  'b/src/lib.rs': documented('b'),
  'b/tests/it.rs': '#[test] fn works() {}\n',
};
const OF_A = { 'a/tests/it.rs::works': 'passed', 'a/src/lib.rs::documentation > one': 'passed' };

stories(subject, {
  'a unit test is in the file of its module, a documentation test in that of its item': {
    files: {
      'src/lib.rs': `pub mod stack;\n${documented('calc')}`,
      'src/stack.rs': 'mod deque;\n#[cfg(test)]\nmod tests { #[test] fn pushes() {} }\n',
      'src/stack/deque.rs': '#[test] fn pops() {}\n',
    },
    shows: {
      outcomes: {
        'src/stack.rs::stack > tests > pushes': 'passed',
        'src/stack/deque.rs::stack > deque > pops': 'passed',
        'src/lib.rs::documentation > one': 'passed',
      },
    },
  },
  'a program with a harness of its own is one test': {
    files: {
      'Cargo.toml': `${MANIFEST}[[test]]\nname = "own"\nharness = false\n`,
      'tests/own.rs': 'fn main() { println!("test forged ... ok"); std::process::exit(7) }\n',
    },
    shows: { outcomes: { 'tests/own.rs::own': 'failed other' } },
  },
  'noise before a result, one thread and no capture do not matter, nor does a runner as one text': {
    files: {
      '.cargo/config.toml': `${CONFIG}[target.'cfg(unix)']\nrunner = "true"\n`,
      'tests/a.rs': `#[test] fn a() { ${print('noise')} }\n#[test] fn b() { ${print('noise')} panic!("x"); }\n`,
    },
    shows: { outcomes: { 'tests/a.rs::a': 'passed', 'tests/a.rs::b': 'failed other' } },
  },
  'results that a test prints itself are found out': {
    files: {
      'tests/a.rs': `#[test] fn forges() { ${print('test breaks ... ok')} }\n#[test] fn breaks() { assert!(false); }\n`,
    },
    shows: {
      outcomes: expect.anything(),
      runErrors: expect.any(Array),
      incomplete: expect.stringContaining('told twice'),
    },
  },
  'all packages of a workspace are run': {
    files: WORKSPACE,
    shows: {
      outcomes: { ...OF_A, 'b/tests/it.rs::works': 'passed', 'b/src/lib.rs::documentation > one': 'passed' },
    },
  },
  'a package of a workspace that does not compile hides nothing of the others': {
    files: { ...WORKSPACE, 'b/src/lib.rs': 'pub mod gone;\n' },
    shows: {
      outcomes: OF_A,
      uncollected: { 'b/src/lib.rs': 'missing, hides all' },
      failures: { 'b/src/lib.rs': { diagnostics: [{ what: 'module', name: 'gone', ours: true }] } },
      canary: expect.anything(),
    },
  },
});

it('a lock file stays as it was', async () => {
  const lock = '# mine\nversion = 3\n\n[[package]]\nname = "calc"\nversion = "0.1.0"\n';
  const directory = projectWith(subject, { 'Cargo.lock': lock, 'tests/calc.rs': GOOD });
  await driver.run(directory);
  expect(readFileSync(join(directory, 'Cargo.lock'), 'utf8')).toBe(lock);
});
