import { fileURLToPath } from 'node:url';
import { NOT_SELECTED, type Promises } from './contract/promises.ts';
import type { Files, Part } from './contract/story.ts';

/** How tests are written for a framework that runs in Node. */
export interface JsStyle {
  /** A file with one passing and one with one failing test, named `holds` and `breaks`. */
  readonly good: string;
  readonly bad: string;
  /** The line of the failing one at which it fails. */
  readonly line: number;
  /** The path of a test file by its name. */
  readonly at: (name: string) => string;
  /** What a test file begins with. */
  readonly use: string;
  /** A statement that takes a name from a module of Node's. */
  readonly take: (name: string, module: string) => string;
}

type Common = 'crowded' | 'look' | 'empty' | 'sandboxed' | 'deeds' | 'foreign';

/** What such frameworks promise alike. */
export function jsPromises({ good, bad, line, at, use, take }: JsStyle, also: Files = {}): Pick<Promises, Common> {
  const odd = at('tést dir/a b');
  const mark = `${take('writeFileSync', 'node:fs')}writeFileSync(process.env.TMPDIR + '/${NOT_SELECTED}', '');\n`;
  return {
    crowded: {
      files: {
        [odd]: `${bad}it('talks', () => { for (let i = 0; i < 100; i += 1) process.stdout.write('x'.repeat(1e6) + '\\n'); });\n`,
        [at('other')]: bad,
      },
      selected: odd,
      shows: {
        outcomes: { [`${odd}::breaks`]: 'failed assertion', [`${odd}::talks`]: 'passed' },
        failures: { [`${odd}::breaks`]: { location: { file: odd, line } } },
      },
    },
    look: {
      files: { [at('a')]: good, [at('aa')]: `${mark}${bad}`, [at('b')]: `${mark}${bad}`, ...also },
      request: { selection: { files: [at('a')] }, canary: false },
      shows: { outcomes: { [`${at('a')}::holds`]: 'passed' }, canary: 'absent' },
    },
    empty: { files: {}, request: { canary: false }, shows: { canary: 'absent' } },
    sandboxed: { mount: { from: MODULES, to: 'node_modules' } },
    deeds: {
      test: (command) => ({
        files: {
          [at('a')]:
            `${take('execSync', 'node:child_process')}${use}it('acts', () => { execSync(${JSON.stringify(command)}); for (;;); });\n`,
        },
      }),
      hung: {},
    },
    foreign: { files: {}, request: { command: ['make', 'test'] }, message: /make test/ },
  };
}

/** A test file that fails to load by what another throws, and one that has no tests. */
export function loadingTrouble(load: string, good: string): Part {
  return {
    files: {
      'loading.test.js': `${load}\n${good}`,
      'loading.js': "throw new RangeError('too small');\n",
      'nothing.test.js': 'const nothing = 1;\n',
    },
    shows: {
      uncollected: { 'loading.test.js': 'import', 'nothing.test.js': 'other' },
      failures: { 'loading.test.js': { message: 'RangeError: too small', location: { file: 'loading.js' } } },
    },
  };
}

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

export function importing(name: string, module: string): string {
  return `import { ${name} } from '${module}';\n`;
}

export function requiring(name: string, module: string): string {
  return `const { ${name} } = require('${module}');\n`;
}
