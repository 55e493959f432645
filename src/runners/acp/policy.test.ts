import { describe, expect, it } from 'vitest';
import { answerWith, type Rules, refuseCall } from './policy.ts';
import type { PermissionOption } from './sdk.ts';
import type { ToolCall } from './tool-call.ts';

const RULES: Rules = {
  tools: ['Read', 'Write', 'Bash'],
  workbench: '/bench',
  phase: 'red',
  mayNotWrite: (path) => (path.startsWith('src/') ? `${path}: not in this phase.` : undefined),
};

function why(call: Partial<ToolCall>, rules: Partial<Rules> = {}, tool = 'a tool'): string | undefined {
  return refuseCall({ toolCallId: 'c1', ...call }, { ...RULES, ...rules }, tool);
}

const diff = (path: string) => ({ type: 'diff', path, oldText: '', newText: 'x' });

describe('what an agent may do', () => {
  it.each(['read', 'search', 'think'])('%s always', (kind) => {
    expect(why({ kind, locations: [{ path: '/etc/hostname' }] }, { tools: [] })).toBe(undefined);
  });

  it.each<[string, Partial<ToolCall>]>([
    ['by its locations', { kind: 'edit', locations: [{ path: '/bench/test/a.js' }] }],
    ['by its diffs', { kind: 'edit', content: [diff('test/a.js')] }],
    ['by its arguments', { kind: 'edit', rawInput: { file_path: 'test/a.js', content: 'x' } }],
    ['a file that goes', { kind: 'delete', rawInput: { path: 'test/a.js' } }],
    ['a file that moves', { kind: 'move', rawInput: { old_path: 'test/a.js', new_path: 'test/b.js' } }],
  ])('change files where the phase allows it: %s', (_, call) => {
    expect(why(call)).toBe(undefined);
  });

  it.each<[string, Partial<ToolCall>]>([
    ['by its locations', { kind: 'edit', locations: [{ path: '/bench/src/a.js' }] }],
    ['by its diffs', { kind: 'edit', content: [diff('/bench/src/a.js')] }],
    ['by its arguments', { kind: 'edit', rawInput: { filePath: 'src/a.js' } }],
    [
      'one of many',
      { kind: 'edit', locations: [{ path: 'test/a.js' }], content: [diff('test/a.js'), diff('src/a.js')] },
    ],
    ['a list of them', { kind: 'edit', rawInput: { files: ['test/a.js', 'src/a.js'] } }],
    ['what moves away', { kind: 'move', rawInput: { source: 'src/a.js', target: 'test/a.js' } }],
    ['what moves there', { kind: 'move', rawInput: { path: 'test/a.js', destination: 'src/a.js' } }],
    ['what calls itself a read', { kind: 'read', content: [diff('src/a.js')] }],
    ['what calls itself nothing', { content: [diff('src/a.js')] }],
    ['a way around', { kind: 'edit', locations: [{ path: '/bench/test/../src/a.js' }] }],
  ])('not change what the phase forbids: %s', (_, call) => {
    expect(why(call)).toBe('src/a.js: not in this phase.');
  });

  it.each(['/etc/passwd', '../out.js', '/benches/a.js'])('not change what is outside: %s', (path) => {
    expect(why({ kind: 'edit', locations: [{ path }] })).toBe(
      `${path} is outside /bench. Work only in that directory.`,
    );
  });

  it('not change what it does not name', () => {
    expect(why({ kind: 'edit', title: 'Edit' })).toContain('Name the file');
  });

  it('not change files without a tool for that', () => {
    const call = { kind: 'edit', locations: [{ path: 'test/a.js' }] };
    expect(why(call, { tools: ['Read', 'Bash'] })).toBe(
      'Write is none of your tools in the phase red: you have Read, Bash.',
    );
  });

  it.each<[string, Partial<ToolCall>]>([
    ['by its kind', { kind: 'execute', title: 'npm test' }],
    ['by its arguments', { kind: 'other', rawInput: { command: 'npm test' } }],
    ['by its arguments alone', { rawInput: { cmd: 'npm test' } }],
  ])('run commands only with a shell: %s', (_, call) => {
    expect(why(call)).toBe(undefined);
    expect(why(call, { tools: ['Read', 'Write'] })).toContain('Bash is none of your tools');
    expect(why(call, { tools: ['Bash(npm test)'] })).toBe(undefined);
    expect(why(call, { tools: ['Bash(git add:*)'] })).toContain('only those of Bash(git add:*)');
  });

  it.each([
    ['git add .', true],
    ['git add', true],
    ['git add . && npm test', true],
    ['git addition', false],
    ['npm test; rm -rf .', false],
    ['npm test > out', false],
    ['npm test $(rm x)', false],
    ['git commit', false],
  ])('run the commands its rules name: %s', (command, may) => {
    const tools = ['Bash(npm test, git add:*)'];
    expect(why({ kind: 'execute', rawInput: { command } }, { tools }) === undefined).toBe(may);
  });

  it('fetch only with a tool for that', () => {
    expect(why({ kind: 'fetch' })).toContain('WebFetch is none of your tools');
    expect(why({ kind: 'fetch' }, { tools: ['WebSearch'] })).toBe(undefined);
  });

  it('never change its own mode', () => {
    expect(why({ kind: 'switch_mode' }, { tools: ['switch_mode'] }, 'switch_mode')).toContain('Stay in the mode');
  });

  it('do anything else only with a tool of that name', () => {
    expect(why({ kind: 'other' }, {}, 'todo_write')).toContain('todo_write is none of your tools');
    expect(why({ kind: 'other' }, { tools: ['TodoWrite'] }, 'todo_write')).toBe(undefined);
    expect(why({ kind: 'of another time' }, { tools: [] }, 'Warp')).toContain('you have none');
  });
});

describe('the answer to an agent that asks', () => {
  const option = (kind: PermissionOption['kind']): PermissionOption => ({ optionId: `o-${kind}`, name: kind, kind });
  const ALL = (['allow_always', 'reject_always', 'allow_once', 'reject_once'] as const).map(option);

  it('is for this once', () => {
    expect(answerWith(ALL, true)).toEqual({ outcome: { outcome: 'selected', optionId: 'o-allow_once' } });
    expect(answerWith(ALL, false)).toEqual({ outcome: { outcome: 'selected', optionId: 'o-reject_once' } });
  });

  it('is none where it would be for ever', () => {
    const forEver = [option('allow_always'), option('reject_always')];
    expect(answerWith(forEver, true)).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(answerWith(forEver, false)).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});
