import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRunner, RUNNER_NAMES } from '../../src/runners/registry.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';

const repository = '/';

describe('a runner by its name', () => {
  it('is loaded with what the project says of it', async () => {
    const echo = await loadRunner('command', { repository, command: 'echo "$KEY"', environment: { KEY: 'k' } });
    expect(await withTrialSession(({ play }) => play(echo))).toMatchObject({ ended: 'done', result: 'k\n' });
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'scripts'));
    writeFileSync(join(directory, 'scripts/a.yaml'), '- phase: red\n  result: scripted\n');
    const scripted = await loadRunner('scripted', { repository: directory, command: 'scripts/a.yaml' });
    expect(await withTrialSession(({ play }) => play(scripted))).toMatchObject({ result: 'scripted' });
    expect(RUNNER_NAMES).toEqual(expect.arrayContaining([echo.name, scripted.name]));
  });

  it.each([
    ['comand', { command: 'x' }, /^There is no runner "comand": .* command, scripted\. Did you mean command\?$/],
    ['hal-9000', { command: 'x' }, /^There is no runner "hal-9000": set `runner` .* command, scripted\.$/],
    ['toString', { command: 'x' }, /^There is no runner "toString"/],
    ['command', {}, /^The runner command needs a `command` and none is set/],
    ['command', { command: [] }, /^The runner command needs a `command`/],
    ['command', { command: '' }, /^The runner command needs a `command`/],
    ['scripted', {}, /^The runner scripted needs a `command` and none is set: add for example `command: script\.yaml`/],
    ['scripted', { command: 'none.yaml' }, /^Cannot read the script \/none\.yaml: ENOENT/],
    ['scripted', { command: 'tmp' }, /^Cannot read the script \/tmp: /],
  ])('is refused with what to write instead: %s %j', async (name, settings, sentence) => {
    await expect(loadRunner(name, { repository, ...settings })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(sentence),
    });
  });
});
