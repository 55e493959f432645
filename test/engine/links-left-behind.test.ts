import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plantFile } from '../../src/frameworks/planted-file.ts';
import { FRAMEWORK_NAMES, loadFramework } from '../../src/frameworks/registry.ts';
import { requestFor } from '../frameworks/request.ts';
import { writtenProject } from '../frameworks/written-project.ts';
import { temporaryDirectory } from '../repository.ts';

/** A directory of the user's, and whether it is as it was. */
function victim() {
  const directory = temporaryDirectory();
  const file = join(directory, 'mine.txt');
  mkdirSync(join(directory, 'canary'));
  writeFileSync(join(directory, 'canary/mine.txt'), 'mine');
  writeFileSync(file, 'mine');
  const state = () => [readdirSync(directory, { recursive: true }).sort(), readFileSync(file, 'utf8')];
  return { directory, file, state };
}

/** Puts a link in place of everything in a directory: what tests can do where they may write. */
function turnIntoLinks(directory: string, to: { readonly directory: string; readonly file: string }): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const isFolder = lstatSync(path).isDirectory();
    rmSync(path, { recursive: true });
    symlinkSync(isFolder ? to.directory : to.file, path);
  }
}

const SOURCES = {
  'a.test.js': '',
  'test_a.py': '',
  'go.mod': 'module example.com/tiny\n',
  'a_test.go': 'package tiny\n',
  'Cargo.toml': '[package]\nname = "tiny"\nversion = "0.1.0"\n',
  'src/lib.rs': '',
  'pom.xml': '<project/>',
  'build.gradle': '',
};

describe('what Baton writes beside a project', () => {
  it.each(FRAMEWORK_NAMES)('never goes through links that an earlier run left (%s)', async (name) => {
    const [framework, mine] = [await loadFramework(name), victim()];
    const before = mine.state();
    const command = ['junit', 'tap', 'exit-code'].includes(name) ? ['true', '{report}'] : undefined;
    const ended = { exitCode: 1, signal: null, timedOut: false, output: '', wallMs: 1 };
    const request = requestFor(writtenProject(SOURCES), { command, start: async () => ended });
    for (let round = 0; round < 3; round++) {
      await framework.run(request).catch(() => undefined);
      turnIntoLinks(request.scratch, mine);
    }
    expect(mine.state()).toEqual(before);
  });

  it('never goes through links that a Python without pytest left before the next is tried', async () => {
    const [directory, mine] = [writtenProject({ 'test_a.py': 'def test_a():\n    assert True\n' }), victim()];
    const before = mine.state();
    const tools = temporaryDirectory();
    const script = `#!/bin/sh\nfor file in "$(dirname "$1")"/*; do ln -sf ${mine.file} "$file"; done\nrm "$(dirname "$1")/records.ndjson"\necho '{"at":"absent"}' > "$(dirname "$1")/records.ndjson"\nexit 4\n`;
    writeFileSync(join(tools, 'python3'), script);
    chmodSync(join(tools, 'python3'), 0o755);
    const path = process.env.PATH;
    onTestFinished(() => {
      process.env.PATH = path;
    });
    process.env.PATH = `${tools}${delimiter}${path}`;
    const report = await (await loadFramework('pytest')).run(requestFor(directory)).catch(() => undefined);
    expect(mine.state()).toEqual(before);
    if (report !== undefined) expect(report.tests.map(({ outcome }) => outcome)).toEqual(['passed']);
  });
});

describe('what Baton takes out of a project again', () => {
  it('is not looked for where a link leads that tests put in a folder’s place', () => {
    const [directory, mine] = [temporaryDirectory(), victim()];
    mkdirSync(join(directory, 'checks'));
    mkdirSync(join(mine.directory, 'unit'));
    writeFileSync(join(mine.directory, 'unit/a.test.js'), 'mine');
    const before = mine.state();
    const planted = plantFile(directory, 'checks/unit/a.test.js', 'canary');
    rmSync(join(directory, 'checks'), { recursive: true });
    symlinkSync(mine.directory, join(directory, 'checks'));
    planted?.remove();
    expect(mine.state()).toEqual(before);
  });
});
