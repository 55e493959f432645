import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseScript } from '../../src/runners/scripted.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the built package offers the scripted runner and the contract to other people’s tests', () => {
  const program = `console.log(Object.keys(await import('batonpass/testing')).join(' '))`;
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], options);
  expect([stdout, stderr]).toEqual(['RUNNER_CONTRACT parseScript scriptedRunner\n', '']);
});

it('the script shown in the document is one that can be played', () => {
  const [, text = ''] = /```yaml\n(- phase[\s\S]*?)```/.exec(readFileSync(`${root}docs/runners.md`, 'utf8')) ?? [];
  expect(parseScript(text, 'docs/runners.md').map(({ phase }) => phase)).toEqual(['red', 'green']);
});
