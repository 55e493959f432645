import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAt, lookAtFiles } from './look.ts';

const here = join(import.meta.dirname, 'sets');
const domainZero = readdirSync(join(here, 'domain-zero')).map((set) => `domain-zero/${set}`);

function agentFiles(folder: string): string[] {
  return readdirSync(join(here, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /agents\/.*(?<!README)\.md$/.test(file),
  );
}

describe('files as people write them', () => {
  it.each([...domainZero, 'vscode', 'claude'])('%s give no alarm', (set) => {
    const { problems, agents } = lookAt(join(here, set));
    expect(problems).toEqual([]);
    expect([...agents.values()].filter(({ builtIn }) => !builtIn).length).toBeGreaterThan(2);
  });

  it.each(['domain-zero', 'vscode', 'claude'])('are twenty of %s', (dialect) => {
    expect(agentFiles(dialect)).toHaveLength(20);
  });
});

it('the built-in agents give no alarm where they are a project of their own [R003-58] [R003-59] [R003-60]', () => {
  const folder = join(import.meta.dirname, '../../src/protocol/agents');
  const files = readdirSync(folder).map((file) => [`.baton/agents/${file}`, readFileSync(join(folder, file), 'utf8')]);
  expect(lookAtFiles(Object.fromEntries(files)).problems).toEqual([]);
});
