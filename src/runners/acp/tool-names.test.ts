import { expect, it } from 'vitest';
import { hasTool, toolNameOf } from './tool-names.ts';

it.each([
  ['what Claude Code calls the same', { title: 'run_shell_command' }, undefined, 'Bash'],
  ['by the first name that is known', { name: 'other', kind: 'edit' }, undefined, 'Edit'],
  ['as its program names it, where nobody knows it', { title: 'a title' }, 'think', 'think'],
  ['no property that every object has', { title: 'constructor' }, undefined, 'constructor'],
  ['something, where it has no name', {}, undefined, 'a tool'],
])('the tool of a call is %s', (_, call, programName, name) => {
  expect(toolNameOf({ toolCallId: '1', ...call }, programName)).toBe(name);
});

it('a tool is had under any of its spellings, a rule behind it or not', () => {
  expect(hasTool(['Bash(git status)'], 'shell', 'bash')).toBe(true);
  expect(hasTool(['Read'], 'Write')).toBe(false);
});
