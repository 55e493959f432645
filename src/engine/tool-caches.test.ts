import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proverFor, scriptFramework, scriptProject } from '../../test/engine/script-project.ts';
import { projectCopy, requestFor } from '../../test/frameworks/request.ts';
import { gitIn, temporaryDirectory } from '../../test/repository.ts';
import type { Framework } from '../frameworks/framework.ts';
import { loadFramework } from '../frameworks/registry.ts';
import { sandboxFor } from '../sys/sandbox.ts';

describe('caches of tools', () => {
  /** Tells what the cache held, and adds a line to it. */
  const script = 'cat "$CACHE/lines" 2> /dev/null; cat line >> "$CACHE/lines"';
  const framework: Framework = {
    ...scriptFramework(),
    run: (request) =>
      scriptFramework().run({
        ...request,
        start: (program, environment) => request.start(program, { ...environment, CACHE: request.cache ?? '/nowhere' }),
      }),
  };

  async function tree(path: string, line: string): Promise<string> {
    writeFileSync(join(path, 'line'), `${line}\n`);
    gitIn(path, 'add', '--all');
    return gitIn(path, 'write-tree');
  }

  it.each(['auto', 'off'] as const)(
    'are kept from proofs of trees that are trusted and from no others (sandbox %s)',
    async (sandbox) => {
      const { path } = await scriptProject(script);
      const proofs = await proverFor(path, { framework, sandbox });
      const held = async (line: string, trusted: boolean) =>
        (await proofs.prove(await tree(path, line), { trusted })).report.output;
      expect(await held('hostile', false)).toBe('');
      expect(await held('own', true)).toBe('');
      expect(await held('hostile too', false)).toBe('own\n');
      expect(await held('hostile again', false)).toBe('own\n');
      expect(await held('own again', true)).toBe('own\n');
      expect(await held('last', false)).toBe('own\nown again\n');
    },
  );

  it('are kept for the proofs of one run where nobody knows what the dependencies are', async ({ skip }) => {
    skip((await sandboxFor('auto')) === undefined, 'no sandbox');
    const { path } = await scriptProject(script);
    mkdirSync(join(path, 'node_modules'));
    writeFileSync(join(path, '.gitignore'), 'node_modules\n');
    const cache = temporaryDirectory();
    const proofs = await proverFor(path, { framework, checkout: path, cache, kept: true });
    const held = async (line: string, trusted: boolean) =>
      (await proofs.prove(await tree(path, line), { trusted })).report.output;
    expect(await held('own', true)).toBe('');
    expect(await held('hostile', false)).toBe('own\n');
    expect(await held('hostile again', false)).toBe('own\n');
    const other = await proverFor(path, { framework, checkout: path, cache, kept: true });
    expect((await other.prove(await tree(path, 'last'))).report.output).toBe('');
  });

  it('are not kept where nobody knows what the dependencies are', async () => {
    const { path } = await scriptProject('echo "cache=$CACHE"');
    mkdirSync(join(path, 'node_modules'));
    writeFileSync(join(path, '.gitignore'), 'node_modules\n');
    const proofs = await proverFor(path, { framework, checkout: path });
    expect((await proofs.prove(await tree(path, '1'), { trusted: true })).report.output).toBe('cache=/nowhere\n');
  });

  it('that a trusted tree turned into a link lead nowhere for the next', async () => {
    const mine = temporaryDirectory();
    writeFileSync(join(mine, 'lines'), 'secret\n');
    const { path } = await scriptProject(`${script}; [ -f turn ] && rm -r "$CACHE" && ln -s ${mine} "$CACHE"; true`);
    const proofs = await proverFor(path, { framework, sandbox: 'off' });
    writeFileSync(join(path, 'turn'), '');
    await proofs.prove(await tree(path, '1'), { trusted: true });
    rmSync(join(path, 'turn'));
    expect((await proofs.prove(await tree(path, '2'))).report.output).toBe('');
    expect(readFileSync(join(mine, 'lines'), 'utf8')).toBe('secret\n');
  });

  it.each(['jest', 'go'] as const)('of %s are where they can be kept, and nowhere else', async (name) => {
    const directory = projectCopy(`${name}/passing`);
    const cache = temporaryDirectory();
    const request = requestFor(directory, { cache });
    const missing = name === 'go' && spawnSync('go', ['version']).error !== undefined;
    if (missing) return;
    expect((await (await loadFramework(name)).run(request)).incomplete).toBeNull();
    expect(readdirSync(cache)).toEqual([name]);
    expect(readdirSync(request.scratch)).toEqual(['home', expect.stringMatching(/^run-/), 'tmp']);
  });
});
