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
    await expect(sourcesIn(path, [`../${outside.split('/').at(-1)}/*.agent.md`])).rejects.toThrow('leads out of');
  });

  it('are the built-in ones alone in a bare repository', async () => {
    const loaded = await loadAgents(await openRepository(temporaryRepository('--bare')), {});
    expect([...loaded.keys()]).toEqual(BUILT_IN);
  });
});
