import { chmodSync, existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandRunnerOptions, commandRunner } from '../../src/runners/command.ts';
import type { SessionRequest } from '../../src/runners/runner.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { describeContract } from './contract.ts';

// With the package on standard input, variables named BATON_*, and exit codes that tell how it ended [R001-39].
describeContract('the command runner', {
  doing: (shell) => commandRunner({ command: shell, repository: '/' }),
  withoutProgram: () => commandRunner({ command: ['baton-no-such-program', '--fast'], repository: '/' }),
  lacks: {},
});

function play(command: CommandRunnerOptions['command'], more: Partial<SessionRequest> = {}) {
  return withTrialSession((session) => session.play(commandRunner({ command, repository: '/' })), more);
}

function program(path: string, text: string): string {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

describe('a command', () => {
  it('given as a list reaches its program word for word', async () => {
    const { result } = await play(['printf', '%s|', 'a b', '$HOME', '"', '']);
    expect(result).toBe('a b|$HOME|"||');
  });

  it('with a relative path is looked up in the workbench', async () => {
    await withTrialSession(async (session) => {
      program(join(session.request.workbench, 'agent.sh'), '#!/bin/sh\necho here\n');
      const runner = commandRunner({ command: ['./agent.sh'], repository: '/' });
      expect(await session.play(runner)).toMatchObject({ ended: 'done', result: 'here\n' });
    });
    const { ended, detail } = await play(['./agent.sh']);
    expect(ended).toBe('unavailable');
    expect(detail).toMatch(/^The command `\.\/agent\.sh` ended with exit code 127: a program was not found/);
  });

  it('gets a key only if one was given to it', async () => {
    const options = { command: 'echo "$MY_API_KEY"', repository: '/', environment: { MY_API_KEY: 'given' } };
    const { result } = await withTrialSession(({ play }) => play(commandRunner(options)));
    expect(result).toBe('given\n');
  });

  it('that is ended by a signal of somebody else has failed', async () => {
    expect(await play('kill -SEGV $$')).toMatchObject({
      ended: 'failed',
      detail: 'The command `kill -SEGV $$` was ended by SIGSEGV. It printed nothing.',
    });
  });

  it('is told in short when it says much, with its last words', async () => {
    const { detail } = await play('yes 0123456789 | head -c 1000000; echo last words; exit 1');
    expect(detail.length).toBeLessThan(2_500);
    expect(detail).toMatch(/last words$/);
  });

  it('that prints ten megabytes gives the end of them as its result', async () => {
    const { result } = await play('yes 0123456789 | head -c 10000000; printf \'```json\\n{"status": 1}\\n```\\n\'');
    expect(result).toHaveLength(1_000_000);
    expect(result).toMatch(/```json\n\{"status": 1\}\n```\n$/);
  });

  it('without a workbench to begin in is unavailable', async () => {
    expect(await play('true', { workbench: '/baton-no-such-directory' })).toMatchObject({ ended: 'unavailable' });
  });
});

describe('a result file', () => {
  it('is read also when the command failed', async () => {
    expect(await play('echo "{}" > "$BATON_OUTPUT"; exit 1')).toMatchObject({ ended: 'failed', result: '{}\n' });
  });

  it.each([
    ['a link', 'echo "{}" > there; ln -s "$PWD/there" "$BATON_OUTPUT"', 'is no plain file'],
    ['a pipe', 'mkfifo "$BATON_OUTPUT"', 'is no plain file'],
    ['a directory', 'mkdir "$BATON_OUTPUT"', 'is no plain file'],
    ['too large', 'head -c 1000001 /dev/zero > "$BATON_OUTPUT"', 'has 1000001 bytes, more than 1000000'],
  ])('that is %s is not read, and the agent is told why', async (_, command, why) => {
    expect(await play(`${command}; echo printed`)).toEqual({
      ended: 'done',
      detail: '',
      exitCode: 0,
      resultProblem: `What was left at BATON_OUTPUT ${why}: write one JSON object to that path.`,
    });
  });

  it('is not looked for in a directory that was put in the place of its own', async () => {
    const elsewhere = temporaryDirectory();
    writeFileSync(join(elsewhere, 'result.json'), '{"status": "theirs"}');
    const outcome = await play(`d=$(dirname "$BATON_OUTPUT"); mv "$d" "$d.old"; ln -s ${elsewhere} "$d"`);
    expect(outcome).toMatchObject({ ended: 'done', resultProblem: expect.stringContaining('is no plain file') });
    expect(outcome).not.toHaveProperty('result');
  });

  it('whose directory is gone, or a file now, was not left', async () => {
    const gone = 'd=$(dirname "$BATON_OUTPUT"); rm -r "$d"';
    for (const command of [gone, `${gone}; touch "$d"`]) {
      expect(await play(`${command}; echo printed`)).toMatchObject({ ended: 'done', result: 'printed\n' });
    }
  });
});

describe('the check before a run', () => {
  const check = (command: CommandRunnerOptions['command'], repository = '/') =>
    commandRunner({ command, repository }).check();

  it.each([
    'ls',
    'ls -l | wc',
    'cd src && ./build',
    'if true; then ls; fi',
    'KEY=1 OTHER=a/b ls',
    ': ; anything',
    './missing$SUFFIX',
    '"quoted program" x',
    '$AGENT --fast',
    'PATH=/elsewhere:$PATH agent',
    'agent() { true; }; agent',
    'agent () { true; }; agent',
    '(agent)',
    '# a remark\nagent',
    '2> log agent',
    '~/agent',
    '! agent',
    '/bin/sh -c x',
  ])('lets shell text pass that can be started or cannot be judged: %s', async (command) => {
    await expect(check(command)).resolves.toBeUndefined();
  });

  it.each([
    ['baton-no-such --fast', 'baton-no-such'],
    ['  KEY=1 baton-no-such; ls', 'baton-no-such'],
    ['baton-no-such|cat', 'baton-no-such'],
    ['/baton/no-such', '/baton/no-such'],
    ['./no-such agent', './no-such'],
    ['/etc/passwd/x', '/etc/passwd/x'],
    [['baton-no-such', 'ls'], 'baton-no-such'],
    [['cd'], 'cd'],
    [['./no-such'], './no-such'],
    [['/tmp'], '/tmp'],
    [[''], ''],
  ])('refuses a command whose program is nowhere: %j', async (command, word) => {
    await expect(check(command)).rejects.toMatchObject({
      code: 'missing_program',
      data: { program: word },
      message: expect.stringMatching(/^Cannot start the command `.*`: there is no .* set `command` in baton\.yaml\.$/),
    });
  });

  it('finds a program by its path in the repository, and says what is wrong with one that is there', async () => {
    const repository = temporaryDirectory();
    mkdirSync(join(repository, 'tools'));
    const agent = program(join(repository, 'tools/agent'), '#!/bin/sh\n');
    for (const command of ['tools/agent --fast', ['tools/agent'], [agent]]) {
      await expect(check(command, repository)).resolves.toBeUndefined();
    }
    linkSync(agent, join(repository, 'agent'));
    await expect(check(['agent'], repository)).rejects.toThrow(`(./agent is in ${repository}: write it so)`);
    chmodSync(agent, 0o644);
    await expect(check('tools/agent', repository)).rejects.toThrow('tools/agent is not executable (`chmod +x`');
  });

  it('starts nothing of the command', async () => {
    const repository = temporaryDirectory();
    program(join(repository, 'agent'), '#!/bin/sh\ntouch "$(dirname "$0")/started"\n');
    await check('./agent', repository);
    await check(['./agent'], repository);
    expect(existsSync(join(repository, 'started'))).toBe(false);
  });
});

const sandbox = await findSandbox();

describe.skipIf(sandbox.kind === 'none')('a contained command', () => {
  const contained = (command: CommandRunnerOptions['command']) =>
    withTrialSession((session) => {
      const { workbench, scratch } = session.request;
      const contain: SessionRequest['contain'] = (words, { readable } = {}) =>
        sandboxed(words, { writable: [workbench, scratch], readable, network: true, cwd: workbench });
      return commandRunner({ command, repository: '/' }).play({ ...session.request, contain });
    });

  it('reads the files its command names, though their directory is hidden', async () => {
    const hidden = temporaryDirectory();
    const script = program(join(hidden, 'agent.sh'), '#!/bin/sh\ncat; ls "$(dirname "$0")"\n');
    writeFileSync(join(hidden, 'other'), '');
    const printed = 'Write one failing test.\nagent.sh\n';
    expect(await contained(['sh', script])).toMatchObject({ ended: 'done', result: printed });
    expect(await contained([script])).toMatchObject({ ended: 'done', result: printed });
    expect(await contained(`sh '${script}'`)).toMatchObject({ ended: 'done', result: printed });
  });

  it('starts programs that are links', async () => {
    expect(await contained(['/bin/sh', '-c', 'echo ran'])).toMatchObject({ ended: 'done', result: 'ran\n' });
  });

  it('does not read what lies below a name with a leading dot', async () => {
    const hidden = temporaryDirectory();
    mkdirSync(join(hidden, '.ssh'));
    writeFileSync(join(hidden, '.ssh/id'), 'private');
    const outcome = await contained(`cat ${hidden}/.ssh/id`);
    expect(outcome).toMatchObject({ ended: 'failed', detail: expect.stringContaining('No such file') });
  });

  it('leaves its result in a file and hears that its program is nowhere', async () => {
    expect(await contained('echo "{}" > "$BATON_OUTPUT"')).toMatchObject({ ended: 'done', result: '{}\n' });
    expect(await contained(['baton-no-such-program'])).toMatchObject({ ended: 'unavailable', exitCode: 127 });
  });
});
