import { expect } from 'vitest';
import { NOT_SELECTED, type Promises } from '../contract/promises.ts';

export const MANIFEST = '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n';
export const BASE = { 'Cargo.toml': MANIFEST, 'src/lib.rs': 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n' };
export const GOOD = '#[test]\nfn adds() { assert_eq!(calc::add(1, 2), 3); }\n';
export const BAD = '#[test]\nfn breaks() { assert!(false); }\n';

const RUNNER = 'runner = ["true", "--"]';
/** A build script that makes the canary's tests pass, wherever it is. */
const REWRITE = `fn main() {
  for entry in std::fs::read_dir("tests").unwrap() {
    let path = entry.unwrap().path();
    if path.to_string_lossy().contains("baton_") {
      std::fs::write(path, "#[test] fn stands() {} #[test] fn falls() {}").unwrap();
    }
  }
}`;

export const cargoPromises: Promises = {
  crowded: {
    files: {
      'tests/a.rs': `${BAD}#[test]
fn talks() { for _ in 0..100 { std::io::Write::write_all(&mut std::io::stdout(), &[b'x'; 1_000_000]).unwrap(); } }\n`,
      'tests/other.rs': '#[test] fn other() { panic!(); }\n',
    },
    selected: 'tests/a.rs',
    shows: {
      outcomes: { 'tests/a.rs::breaks': 'failed assertion', 'tests/a.rs::talks': 'passed' },
      failures: { 'tests/a.rs::breaks': { location: { file: 'tests/a.rs', line: 2 } } },
    },
  },
  look: {
    files: {
      'tests/a.rs': GOOD,
      'tests/b.rs': `#[test] fn other() { std::fs::write(std::env::temp_dir().join("${NOT_SELECTED}"), "").unwrap(); }\n`,
    },
    request: { selection: { files: ['tests/a.rs'] }, canary: false },
    shows: { outcomes: { 'tests/a.rs::adds': 'passed' }, canary: 'absent' },
  },
  empty: { files: {}, request: { canary: false }, shows: { canary: 'absent' } },
  reporter: {
    files: {
      '.cargo/config.toml': `[target.'cfg(unix)']\n${RUNNER}\n[target.x86_64-unknown-linux-gnu]\n${RUNNER}\n`,
      'tests/a.rs': BAD,
    },
    shows: { outcomes: { 'tests/a.rs::breaks': 'failed assertion' } },
  },
  sandboxed: {},
  forged: {
    'a build script that rewrites it': {
      files: { 'build.rs': REWRITE, 'tests/calc.rs': GOOD },
      incomplete: 'not seen',
    },
  },
  deeds: {
    test: (command) => ({
      files: {
        'tests/a.rs': `#[test]
fn acts() {
  std::process::Command::new("sh").args(["-c", ${JSON.stringify(command)}]).status().unwrap();
  std::thread::sleep(std::time::Duration::from_secs(600));
}\n`,
      },
    }),
    hung: expect.not.objectContaining({ 'tests/a.rs::acts': 'passed' }),
    deadlines: [5_000, 20_000],
  },
  missing: { files: {}, without: /^(cargo|rustc|rustup)$/, message: /rustup/ },
  broken: {
    'a manifest that cannot be read': { files: { 'Cargo.toml': '[package\n' }, message: /Cargo\.toml/ },
    'a package that is not there, with the command that fetches it': {
      files: { 'Cargo.toml': `${MANIFEST}[dependencies]\nleft-pad = "1"\n` },
      message: /cargo fetch/,
    },
  },
  foreign: { files: {}, request: { command: ['make', 'test'] }, message: /make test/ },
  commands: {
    files: { 'tests/a.rs': GOOD },
    all: [['cargo', 'test', '--all-features', '--', '--test-threads=1']],
    shows: { outcomes: { 'tests/a.rs::adds': 'passed' } },
  },
  setUp: 'Rust’s harness has no set-up of the whole run; a build script that fails is told as what cannot be built.',
  names: {
    'an own place in the manifest': {
      files: { 'Cargo.toml': `${MANIFEST}[[test]]\nname = "odd"\npath = "checks/odd.rs"\n`, 'checks/odd.rs': GOOD },
      shows: { outcomes: { 'checks/odd.rs::adds': 'passed' } },
    },
  },
  restricted: {
    'a filter on the command line': {
      files: { 'tests/a.rs': `${GOOD}#[test] fn other() {}\n` },
      request: { command: ['cargo', 'test', 'adds'], canary: false },
      shows: { outcomes: { 'tests/a.rs::adds': 'passed' }, focused: true, canary: 'absent' },
    },
  },
  troubles: {
    hooks: 'Rust has no hooks around tests.',
    loading: 'Nothing of a Rust program runs before its tests do.',
    dying: {
      files: {
        'tests/dying.rs': `#[test] fn a_passes() {}
#[test] fn b_leaves() { std::thread::sleep(std::time::Duration::from_millis(300)); std::process::abort(); }\n`,
        'tests/living.rs': GOOD,
      },
      shows: {
        outcomes: {
          'tests/dying.rs::a_passes': 'passed',
          'tests/dying.rs::b_leaves': 'errored crash',
          'tests/living.rs::adds': 'passed',
        },
        failures: { 'tests/dying.rs::b_leaves': { message: expect.stringContaining('SIGABRT') } },
      },
    },
    expected: {
      files: {
        'tests/expected.rs': `#[test] #[should_panic] fn survives() {}
#[test] #[should_panic(expected = "this")] fn says_that() { panic!("that"); }
#[test] #[should_panic] fn falls() { panic!("as it should"); }\n`,
      },
      shows: {
        outcomes: {
          'tests/expected.rs::survives': 'failed assertion',
          'tests/expected.rs::says_that': 'failed assertion',
          'tests/expected.rs::falls': 'passed',
        },
      },
    },
  },
};
