import { expect, it } from 'vitest';
import { localReferences, referencedFiles } from './local-references.ts';

function view(files: Readonly<Record<string, string>>) {
  return { files: Object.keys(files), read: (path: string) => files[path] };
}

const deps = (table: object) => JSON.stringify({ dependencies: table });

it.each([
  ['apps/web/package.json', deps({ lib: 'file:../../libs/lib' }), 'libs/lib'],
  ['package.json', deps({ lib: 'link:./libs/lib/' }), 'libs/lib'],
  ['service/pyproject.toml', '[tool.poetry.dependencies]\nlib = {path = "../libs/lib", develop = true}\n', 'libs/lib'],
  ['service/requirements.txt', 'requests==2\n-e ../libs/lib[extra]\n', 'libs/lib'],
  ['native/Cargo.toml', '[dependencies]\nlib = { version = "1", path = "../libs/lib" }\n', 'libs/lib'],
  ['cmd/go.mod', 'module x\n\nreplace example.com/lib => ../libs/lib\n', 'libs/lib'],
])('%s points to a directory of the repository: %#', (manifest, text, path) => {
  expect(localReferences(view({ [manifest]: text }), [manifest]).map((one) => one.path)).toContain(path);
});

it('what lies outside the repository is never named', () => {
  const text = deps({ a: 'file:../../etc', b: 'file:/etc', c: 'file:.' });
  expect(localReferences(view({ 'a/package.json': text }), ['a/package.json'])).toEqual([]);
});

it('references are followed, round in circles too', () => {
  const project = view({
    'a/package.json': deps({ b: 'file:../b' }),
    'b/package.json': deps({ c: 'file:../c', a: 'file:../a' }),
    'b/index.js': '',
    'c/package.json': '{}',
    'd/package.json': '{}',
  });
  const references = localReferences(project, ['a/package.json']);
  expect(referencedFiles(project, references)).toEqual(['a/package.json', 'b/package.json', 'c/package.json']);
});

it('of what tools copy every file counts, and an archive is a file', () => {
  const project = view({
    'service/requirements.txt': '../lib\n',
    'lib/pyproject.toml': '',
    'lib/src/lib.py': '',
    'web/package.json': deps({ x: 'file:vendor/x-1.0.0.tgz' }),
    'web/vendor/x-1.0.0.tgz': '',
  });
  const files = (manifest: string) => referencedFiles(project, localReferences(project, [manifest]));
  expect(files('service/requirements.txt')).toEqual(['lib/pyproject.toml', 'lib/src/lib.py']);
  expect(files('web/package.json')).toEqual(['web/vendor/x-1.0.0.tgz']);
});
