// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code and build files with placeholders in them
import { describe, expect, it } from 'vitest';
import { loadFramework } from '../../frameworks/registry.ts';
import { type SampleFramework, sampleChange, sampleGates, sampleMove } from '../../testing/evidence-samples.ts';
import type { FileChange } from '../diff.ts';

/** What honest work looks like in green: none of it may be refused. */
const gate = await sampleGates(loadFramework);
const added = (path: string, text = '') => sampleChange(path, undefined, text);
const binary = (path: string) =>
  sampleChange(path, undefined, undefined, { kind: 'added', modeAfter: '100644', binary: true });
const json = (value: unknown) => JSON.stringify(value, null, 2);

describe('green may', () => {
  const POM = (more: string) =>
    `<project><dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><scope>test</scope></dependency>${more}</dependencies></project>`;
  it.each<[string, SampleFramework, readonly FileChange[]]>([
    [
      'write new modules in new folders',
      'vitest',
      [added('src/deep/queue.ts', 'export class Queue {}'), added('src/deep/index.ts')],
    ],
    ['write a package of Go', 'go', [added('queue/queue.go', 'package queue\n')]],
    [
      'write a package of Python',
      'pytest',
      [added('src/queues/__init__.py'), added('src/queues/fifo.py', 'class Queue: pass\n')],
    ],
    [
      'write a module of Rust',
      'cargo',
      [
        added('src/queue.rs', 'pub struct Queue;\n'),
        sampleChange('src/main.rs', 'fn main() {}\n', 'mod queue;\nfn main() {}\n'),
      ],
    ],
    ['write a class of Java', 'maven', [added('src/main/java/a/Queue.java', 'package a;\npublic class Queue {}\n')]],
    [
      'write about it',
      'vitest',
      [
        sampleChange('README.md', 'a', 'b'),
        added('docs/queue.md', '# Queue'),
        sampleChange('CHANGELOG.md', '', 'x'),
        binary('docs/queue.png'),
      ],
    ],
    [
      'delete and move sources',
      'jest',
      [sampleChange('src/old.js', 'a', undefined), sampleMove('src/a.js', 'src/b.js', 'a')],
    ],
    [
      'add a dependency with its lock',
      'vitest',
      [
        sampleChange(
          'package.json',
          json({ dependencies: {}, devDependencies: { vitest: '^3' } }),
          json({ dependencies: { 'date-fns': '^2' }, devDependencies: { vitest: '^3' } }),
        ),
        sampleChange(
          'package-lock.json',
          json({ lockfileVersion: 3, packages: { 'node_modules/vitest': { version: '3.0.0' } } }),
          json({
            lockfileVersion: 3,
            packages: {
              'node_modules/vitest': { version: '3.0.0' },
              'node_modules/date-fns': { version: '2.0.0', dependencies: { '@babel/runtime': '7' } },
              'node_modules/@babel/runtime': { version: '7.0.0' },
            },
          }),
        ),
      ],
    ],
    [
      'add types and a compiler where there was none',
      'jest',
      [
        sampleChange(
          'package.json',
          json({ devDependencies: { jest: '^30' } }),
          json({ devDependencies: { jest: '^30', '@types/node': '^20', typescript: '^5' } }),
        ),
      ],
    ],
    [
      'add a dependency of Python',
      'pytest',
      [
        sampleChange(
          'pyproject.toml',
          '[project]\ndependencies = []\n[tool.pytest.ini_options]\naddopts = "-q"\n',
          '[project]\ndependencies = ["httpx>=0.27"]\n[tool.pytest.ini_options]\naddopts = "-q"\n',
        ),
        sampleChange(
          'uv.lock',
          '[[package]]\nname = "pytest"\nversion = "8"\n',
          '[[package]]\nname = "pytest"\nversion = "8"\n[[package]]\nname = "httpx"\nversion = "0.27"\ndependencies = [{ name = "anyio" }]\n[[package]]\nname = "anyio"\nversion = "4"\n',
        ),
      ],
    ],
    [
      'add a requirement',
      'pytest',
      [
        sampleChange('requirements.txt', 'a==1\n', 'a==1\nrequests==2.32\n'),
        sampleChange(
          'setup.py',
          'from setuptools import setup\nsetup(name="a", install_requires=[])\n',
          'from setuptools import setup\nsetup(name="a", install_requires=["requests"], version="2")\n',
        ),
      ],
    ],
    [
      'add a dependency of Go',
      'go',
      [
        sampleChange('go.mod', 'module a\ngo 1.22\n', 'module a\ngo 1.22\nrequire golang.org/x/text v0.3.0\n'),
        added('go.sum', 'golang.org/x/text v0.3.0 h1:a\n'),
      ],
    ],
    [
      'add a dependency of Rust',
      'cargo',
      [
        sampleChange(
          'Cargo.toml',
          '[package]\nname = "a"\n[dependencies]\n',
          '[package]\nname = "a"\n[dependencies]\ntempfile = "3"\n',
        ),
        sampleChange('Cargo.lock', '', '[[package]]\nname = "tempfile"\nversion = "3.0.0"\n'),
      ],
    ],
    [
      'add a dependency of Java',
      'maven',
      [
        sampleChange(
          'pom.xml',
          POM(''),
          POM('<dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency>'),
        ),
      ],
    ],
    [
      'add a script and an alias',
      'vitest',
      [
        sampleChange(
          'package.json',
          json({ scripts: { test: 'vitest' } }),
          json({ scripts: { test: 'vitest', start: 'node src' }, imports: { '#queue': './src/queue.js' } }),
        ),
        sampleChange(
          'tsconfig.json',
          '{ "compilerOptions": { "strict": true } }',
          '{\n  // names\n  "compilerOptions": { "strict": true, "baseUrl": ".", "paths": { "@queue/*": ["src/queue/*"], }, },\n}',
        ),
      ],
    ],
    [
      'add variables of its own',
      'node-test',
      [added('.env.example', 'NODE_ENV=development\nPORT=1'), added('.env', 'PORT=1\n')],
    ],
    ['ignore what it builds', 'vitest', [sampleChange('.gitignore', 'node_modules\n', 'node_modules\ndist/\n*.log\n')]],
    [
      'document with an example',
      'cargo',
      [
        sampleChange(
          'src/a.rs',
          '/// Adds.\npub fn a() {}\n',
          '/// Adds one.\n///\n/// ```\n/// assert_eq!(stack::a(), ());\n/// ```\npub fn a() {}\n',
        ),
      ],
    ],
    [
      'change code beside its examples',
      'pytest',
      [
        sampleChange(
          'src/a.py',
          'def a():\n    """Adds.\n\n    >>> a()\n    1\n    """\n    return 0\n',
          'def a():\n    """Adds one.\n\n    >>> a()\n    1\n    """\n    return 1\n',
        ),
      ],
    ],
    [
      'change a large file',
      'vitest',
      [sampleChange('src/data.ts', 'export const a = 1;\n'.repeat(20_000), 'export const a = 2;\n'.repeat(20_000))],
    ],
  ])('%s (%s)', (_, framework, changes) => {
    expect(gate('green', framework, changes)).toEqual([]);
  });
});
