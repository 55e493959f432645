import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordedCall } from '../../src/code/switches.ts';
import { directoryForFile } from '../directories.ts';
import { type Program, type SwitchedProgram, switchedProgram } from './switched-program.ts';

/** A function that is called twice: `double("ä")` and `double("b c")`, printed on one line. */
const PROGRAMS: Readonly<Record<string, Program & { readonly needs: readonly [string, string] }>> = {
  javascript: {
    path: 'sample.mjs',
    code: 'export function double(text) { return text + text; }\n',
    caller: ['main.mjs', "import { double } from './sample.mjs';\nconsole.log(double('ä'), double('b c'));\n"],
    run: ['node', 'main.mjs'],
    needs: ['node', '--version'],
  },
  'javascript in one expression': {
    path: 'sample.mjs',
    code: 'export const double = (text) => text + text;\n',
    caller: ['main.mjs', "import { double } from './sample.mjs';\nconsole.log(double('ä'), double('b c'));\n"],
    run: ['node', 'main.mjs'],
    needs: ['node', '--version'],
  },
  python: {
    path: 'sample.py',
    code: 'def double(text):\n    return text + text\n',
    caller: ['main.py', "import sample\nprint(sample.double('ä'), sample.double('b c'))\n"],
    run: ['python3', 'main.py'],
    needs: ['python3', '--version'],
  },
  'python in one expression': {
    path: 'sample.py',
    code: 'double = lambda text: text + text\n',
    caller: ['main.py', "import sample\nprint(sample.double('ä'), sample.double('b c'))\n"],
    run: ['python3', 'main.py'],
    needs: ['python3', '--version'],
  },
  go: {
    path: 'sample.go',
    code: 'package main\n\nfunc double(text string) string { return text + text }\n',
    caller: ['main.go', 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(double("ä"), double("b c")) }\n'],
    build: ['sh', '-c', 'printf "module sample\\n\\ngo 1.19\\n" > go.mod && go build -o main .'],
    run: ['./main'],
    needs: ['go', 'version'],
  },
  rust: {
    path: 'src/sample.rs',
    code: 'pub fn double(text: &str) -> String { format!("{}{}", text, text) }\n',
    caller: [
      'src/main.rs',
      'mod sample;\nfn main() { println!("{} {}", sample::double("ä"), sample::double("b c")); }\n',
    ],
    build: ['rustc', '--edition=2021', '-o', 'program', 'src/main.rs'],
    run: ['./program'],
    needs: ['rustc', '--version'],
  },
  java: {
    path: 'Sample.java',
    code: 'public class Sample { static String twice(String text) { return text + text; } }\n',
    caller: [
      'Main.java',
      'public class Main { public static void main(String[] args) { System.out.println(Sample.twice("\\u00e4") + " " + Sample.twice("b c")); } }\n',
    ],
    build: ['sh', '-c', 'javac -encoding UTF-8 -d out *.java sw12ab/*.java'],
    run: ['java', '-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8', '-cp', 'out', 'Main'],
    needs: ['javac', '-version'],
  },
};

for (const [language, { needs, ...program }] of Object.entries(PROGRAMS)) {
  const isMissing = spawnSync(needs[0], needs.slice(1), { stdio: 'ignore' }).status !== 0;
  describe.skipIf(isMissing)(`one call in ${language}${isMissing ? ` (needs ${needs[0]})` : ''}`, () => {
    let switched: SwitchedProgram;
    let calls: readonly RecordedCall[];
    const name = program.code.includes('twice') ? 'twice' : 'double';
    const called = (text: string) => calls.find(({ given }) => given.includes(text)) as RecordedCall;

    beforeAll(async () => {
      switched = await switchedProgram(program, directoryForFile('one-call'));
      calls = switched.calls();
    }, 120_000);

    it('returns something else, and no other call does', () => {
      expect(switched.printed(name, 'off')).toBe('ää b cb c');
      expect(switched.printed(name, 'near', called('ä'))).toBe('ää~ b cb c');
      expect(switched.printed(name, 'near', called('b c'))).toBe('ää c dc d');
    });

    it('that nobody makes changes nothing', () => {
      expect(switched.printed(name, 'near', { number: 1, given: 'never' })).toBe('ää b cb c');
      expect(switched.printed(name, 'data', { number: 1, given: 'never' })).toBe('ää b cb c');
    });
  });
}
