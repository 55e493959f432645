import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_AGENTS as BUILT_IN } from '../../test/built-in-agents.ts';
import { temporaryDirectory, temporaryRepository } from '../../test/repository.ts';
import { openRepository } from '../sys/git/repository.ts';
import { loadAgents } from './agents.ts';

function projectWith(...files: readonly string[]): string {
  const path = temporaryRepository();
  for (const file of files) {
    mkdirSync(join(path, dirname(file)), { recursive: true });
    writeFileSync(join(path, file), '---\ndescription: x\n---\nWork.\n');
  }
  return path;
}

async function sourcesIn(path: string, agents?: string[]): Promise<readonly string[]> {
  const loaded = await loadAgents(await openRepository(path), agents === undefined ? {} : { agents });
  return [...loaded.values()].filter(({ source }) => source !== 'built-in').map(({ source }) => source);
}

describe('the agents of a checkout', () => {
  it('are read from the three usual places, and the first place wins', async () => {
    const path = projectWith('.baton/agents/a.agent.md', '.github/agents/a.agent.md', '.github/agents/b.agent.md');
    mkdirSync(join(path, '.claude'));
    symlinkSync('../.github/agents', join(path, '.claude/agents'));
    writeFileSync(join(path, '.github/agents/c.md'), '---\nname: c\n---\n');
    writeFileSync(join(path, '.github/agents/README.md'), '# Our agents\n');
    expect(await sourcesIn(path)).toEqual([
      ...['.baton/agents/a.agent.md', '.github/agents/b.agent.md', '.claude/agents/c.md'],
    ]);
  });

  it('are the same from any folder of it', async () => {
    const path = projectWith('.baton/agents/a.agent.md', 'src/deep/x');
    expect(await sourcesIn(join(path, 'src/deep'))).toEqual(['.baton/agents/a.agent.md']);
  });

  it('are those of the globs that the configuration names, each once', async () => {
    const path = projectWith('.baton/agents/a.agent.md', 'team/x/b.agent.md', 'team/c.agent.md');
    expect(await sourcesIn(path, ['team/**/*.agent.md', 'team/c.agent.md'])).toEqual([
      ...['team/x/b.agent.md', 'team/c.agent.md'],
    ]);
    expect(await sourcesIn(path, ['**/*.agent.md'])).toHaveLength(3);
    expect(await sourcesIn(path, [])).toEqual([]);
  });

  it('are never outside it', async () => {
    const path = projectWith();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'a.agent.md'), '---\nname: a\n---\n');
    const agents = [`../${outside.split('/').at(-1)}/*.agent.md`];
    expect(await sourcesIn(path, agents)).toEqual([]);
    const { malformed } = await loadAgents(await openRepository(path), { agents });
    expect(malformed).toMatchObject([{ names: ['a'], error: { message: expect.stringContaining('leads out of') } }]);
  });

  it('that cannot be read are named, and are not replaced by others in silence', async () => {
    const path = projectWith('.baton/agents/a.agent.md', '.baton/agents/big.agent.md');
    writeFileSync(join(path, '.baton/agents/big.agent.md'), 'x'.repeat(1_000_001));
    symlinkSync('/etc/hostname', join(path, '.baton/agents/z.agent.md'));
    execFileSync('mkfifo', [join(path, '.baton/agents/test-agent.agent.md')]);
    const loaded = await loadAgents(await openRepository(path), {});
    expect(loaded.malformed.map(({ file, error }) => [file, error.message])).toEqual([
      ['.baton/agents/big.agent.md', '.baton/agents/big.agent.md is larger than 1000000 bytes.'],
      ['.baton/agents/test-agent.agent.md', '.baton/agents/test-agent.agent.md is a named pipe, not a regular file.'],
      ['.baton/agents/z.agent.md', expect.stringContaining('leads out of the project')],
    ]);
    expect([loaded.has('a'), loaded.has('test-agent'), loaded.has('refactor-agent')]).toEqual([true, false, true]);
  });

  it('are the built-in ones alone in a bare repository', async () => {
    const loaded = await loadAgents(await openRepository(temporaryRepository('--bare')), {});
    expect([...loaded.keys()]).toEqual(BUILT_IN);
  });
});
