import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import type { SessionRequest } from '../runner.ts';
import { guardWrites } from './write-guard.ts';

function reasonIn(workbench: string) {
  const mayNotWrite = (path: string) => (path.startsWith('src/') ? `${path}: not now.` : undefined);
  const guard = guardWrites({ workbench, mayNotWrite, phase: 'red' } as SessionRequest);
  return async (tool_name: string, tool_input: unknown) => {
    const verdict = await guard({ tool_name, tool_input });
    return verdict.hookSpecificOutput?.permissionDecisionReason;
  };
}

describe('a write of Claude Code', () => {
  it.each(['Write', 'Edit', 'MultiEdit'])('by %s is denied out of scope, with the reason', async (tool) => {
    const workbench = temporaryDirectory();
    const reason = reasonIn(workbench);
    expect(await reason(tool, { file_path: join(workbench, 'src/a.js') })).toBe('src/a.js: not now.');
    expect(await reason(tool, { file_path: '/etc/passwd' })).toContain('/etc/passwd is outside');
    expect(await reason(tool, { file_path: join(workbench, 'test/a.js') })).toBe(undefined);
  });

  it('of a notebook is a write, too', async () => {
    const reason = reasonIn(temporaryDirectory());
    expect(await reason('NotebookEdit', { notebook_path: 'src/a.ipynb' })).toBe('src/a.ipynb: not now.');
  });

  it('is judged by its place in the workbench, whatever way leads there', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'real'));
    symlinkSync('real', join(directory, 'way'));
    const through = reasonIn(join(directory, 'way'));
    expect(await through('Write', { file_path: join(directory, 'real/test/a.js') })).toBe(undefined);
    expect(await through('Write', { file_path: join(directory, 'real/src/a.js') })).toBe('src/a.js: not now.');
  });

  it('is nothing that other tools do, and nothing without a path', async () => {
    const reason = reasonIn(temporaryDirectory());
    expect(await reason('Bash', { command: 'touch src/a.js' })).toBe(undefined);
    expect(await reason('Read', { file_path: '/etc/passwd' })).toBe(undefined);
    for (const input of [null, undefined, 'src/a.js', { file_path: 1 }])
      expect(await reason('Write', input)).toBe(undefined);
  });
});
