import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baton, batonJson } from '../baton.ts';
import { temporaryRepository } from '../repository.ts';

const WRITER = `---
name: Page Writer
description: Writes pages
tools: [Read, Write]
scope: [docs/**]
handoffs:
  - { agent: megumi, trigger: "@page-ready", context: [files_modified] }
---

Write.
`;

function project(): string {
  const path = temporaryRepository();
  mkdirSync(join(path, '.baton/agents'), { recursive: true });
  writeFileSync(join(path, '.baton/agents/writer.agent.md'), WRITER);
  return path;
}

describe('baton agents export', () => {
  it('writes a file that serves VS Code and Domain Zero, and tells what is lost [R003-12]', () => {
    const path = project();
    expect(baton(path, 'agents', 'export', '--to', 'vscode', 'writer')).toMatchObject({
      code: 0,
      out: 'wrote .github/agents/writer.agent.md\n  lost scope: VS Code has no such key',
    });
    const text = readFileSync(join(path, '.github/agents/writer.agent.md'), 'utf8');
    expect(text).toContain('label: Page ready\n    agent: security-analyst\n    trigger: "@page-ready"\n');
    expect(text.endsWith('---\n\nWrite.\n')).toBe(true);
  });

  it('leaves the original in its place', () => {
    const path = project();
    const before = batonJson(path, 'agents', 'list');
    for (const program of ['vscode', 'claude', 'domain-zero']) batonJson(path, 'agents', 'export', '--to', program);
    expect(readdirSync(join(path, '.claude/agents')).length).toBe(before.agents.length);
    expect(batonJson(path, 'agents', 'list')).toEqual(before);
    expect(baton(path, 'agents', 'validate', '--strict').code).toBe(0);
  });

  it('writes its own copies again, but over nothing else unless it is told to, and never over the original', () => {
    const path = project();
    const copy = join(path, '.claude/agents/writer.md');
    const write = (...more: string[]) => baton(path, 'agents', 'export', '--to', 'claude', 'Page Writer', ...more);
    expect(write().code).toBe(0);
    expect(write().code).toBe(0);
    writeFileSync(copy, 'Mine.\n');
    expect(write()).toMatchObject({ code: 2, err: expect.stringContaining('is there already') });
    expect(readFileSync(copy, 'utf8')).toBe('Mine.\n');
    expect(write('--force').code).toBe(0);
    expect(readFileSync(copy, 'utf8')).toContain('name: writer\n');
    const own = baton(path, 'agents', 'export', '--to', 'vscode', 'writer', '--out', '.baton/agents', '--force');
    expect(own).toMatchObject({ code: 2, err: expect.stringContaining('is the file of writer itself') });
    expect(readFileSync(join(path, '.baton/agents/writer.agent.md'), 'utf8')).toBe(WRITER);
  });

  it('writes where it is told, and gives everything as JSON', () => {
    const path = project();
    const { to, written } = batonJson(path, 'agents', 'export', '--to', 'claude', 'writer', 'gojo', '--out', 'copies');
    expect([to, written.map((one: { path: string }) => one.path)]).toEqual([
      'claude',
      ['copies/writer.md', 'copies/mission-control.md'],
    ]);
    const upstream = batonJson(path, 'agents', 'export', '--to', 'domain-zero', 'yuuji', '--out', 'copies').written;
    expect(upstream).toMatchObject([{ path: 'copies/yuuji.agent.md' }]);
    expect(readFileSync(join(path, 'copies/yuuji.agent.md'), 'utf8')).toMatch(/name: yuuji\n[\s\S]*agent: megumi\n/);
    expect(written[0].losses).toContainEqual({ key: 'handoffs', why: 'Claude Code has no such key' });
    expect(existsSync(join(path, '.claude'))).toBe(false);
  });

  it.each([
    [['--to', 'emacs'], '--to is "emacs" (expected one of vscode, claude, domain-zero).'],
    [[], '--to is "" (expected one of vscode, claude, domain-zero).'],
    [['--to', 'claude', 'writter'], 'There is no agent "writter". Did you mean writer?'],
  ])('refuses %j', (args, message) => {
    expect(baton(project(), 'agents', 'export', ...args)).toMatchObject({ code: 2, err: `baton: ${message}` });
  });
});
