import { expect, it } from 'vitest';
import { requestFor } from '../../test/frameworks/request.ts';
import { writtenProject } from '../../test/frameworks/written-project.ts';
import { absoluteReferences } from './checkout-references.ts';
import { loadFramework } from './registry.ts';

it.each([
  ['app/go.mod', 'module x\n\nreplace example.com/lib => /home/me/lib\n'],
  ['app/go.mod', 'module x\n\nreplace (\n\texample.com/lib v1.0.0 => /home/me/lib // here\n)\n'],
  ['go.work', 'go 1.21\n\nuse /home/me/lib\n'],
  ['go.work', 'go 1.21\n\nuse (\n\t./app\n\t"/home/me/lib"\n)\n'],
  ['app/Cargo.toml', '[dependencies]\nlib = { version = "1", path = "/home/me/lib/" }\n'],
  ['.cargo/config.toml', 'paths = ["/home/me/lib"]\n'],
  ['package.json', '{"dependencies":{"lib":"file:/home/me/lib"}}'],
])('%s points to an absolute path: %#', (manifest, text) => {
  expect(absoluteReferences({ files: [manifest], read: () => text })).toEqual([{ manifest, path: '/home/me/lib' }]);
});

it.each([
  ['go.mod', '// /home/me/lib\nmodule x\n\nreplace example.com/lib => ../lib // /home/me/lib\n'],
  ['Cargo.toml', '[package]\nrepository = "/home/me/lib"\n[dependencies]\nlib = { path = "../lib" }\n'],
  ['package.json', '{"homepage":"/home/me/lib","dependencies":{"lib":"file:../lib"}}'],
  ['notes.txt', 'replace x => /home/me/lib\n'],
])('%s points to none: %#', (manifest, text) => {
  expect(absoluteReferences({ files: [manifest], read: () => text })).toEqual([]);
});

it('a manifest that names a directory of the checkout is refused before any test runs, one of others is not', async () => {
  const project = writtenProject({ 'go.mod': 'module x\n\nreplace example.com/lib => /home/me/code/lib\n' });
  const framework = await loadFramework('exit-code');
  const request = requestFor(project, { command: ['true'] });
  await expect(framework.run({ ...request, checkouts: ['/home/me/code'] })).rejects.toMatchObject({
    code: 'project_misconfigured',
    message: expect.stringMatching(/^go\.mod names \/home\/me\/code\/lib: .* relative to go\.mod\.$/),
  });
  expect(await framework.run({ ...request, checkouts: ['/home/me/co'] })).toMatchObject({ exitCode: 0 });
});
