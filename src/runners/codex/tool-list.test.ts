import { describe, expect, it } from 'vitest';
import { refuseCall } from './tool-list.ts';

const workbench = import.meta.dirname;

function refused(tool_name: string, command: string, tools: readonly string[]) {
  const mayNotWrite = (path: string) => (path.startsWith('src/') ? `${path}: no.` : undefined);
  return refuseCall({ tool_name, tool_input: { command } }, { tools, workbench, phase: 'red', mayNotWrite });
}

function patch(...lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

describe('a patch', () => {
  const tools = ['Read', 'Edit'];

  it.each([
    ['a new file', patch('*** Add File: src/a.js', '+1')],
    ['a changed one', patch('*** Update File: test/a.js', '@@', '-1', '+2', '*** Update File: src/a.js', '@@', '+1')],
    ['one that goes away', patch('*** Delete File: src/a.js')],
    ['one that moves', patch('*** Update File: test/a.js', '*** Move to: src/a.js', '@@', '+1')],
    ['one by its whole path', patch(`*** Add File: ${workbench}/src/a.js`, '+1')],
  ])('is refused for %s where the phase does not let it be written', (_, text) => {
    expect(refused('apply_patch', text, tools)).toBe('src/a.js: no.');
    expect(refused('Bash', `apply_patch <<'EOF'\n${text}\nEOF\n`, tools)).toBe('src/a.js: no.');
    expect(refused('Bash', `cd . && apply_patch <<'EOF'\n${text}\nEOF\n`, tools)).toBe('src/a.js: no.');
  });

  it('passes where the phase lets it be written', () => {
    expect(refused('apply_patch', patch('*** Add File: test/a.js', '+*** Add File: src/a.js'), tools)).toBe(undefined);
  });

  it('is refused beside the workbench, and to an agent that only reads', () => {
    expect(refused('apply_patch', patch('*** Add File: ../a.js', '+1'), tools)).toContain('is outside');
    expect(refused('apply_patch', patch('*** Add File: a.js', '+1'), ['Read', 'Bash'])).toContain('Only read');
  });
});

describe('a command', () => {
  it('passes for an agent that has a shell', () => {
    expect(refused('Bash', 'rm -r src', ['Bash'])).toBe(undefined);
  });

  it('is held against the rules of an agent that has them', () => {
    const tools = ['Read', 'Bash(npm test, git add:*)', 'Bash(make *)'];
    for (const command of ['npm test', 'git add a b', 'make', 'make all', 'cat a && npm test']) {
      expect([command, refused('Bash', command, tools)]).toEqual([command, undefined]);
    }
    for (const command of ['npm test -- -u', 'git address', 'npm test > a', 'npm test; rm a']) {
      expect(refused('Bash', command, tools), command).toContain('You have no shell.');
    }
  });
});
