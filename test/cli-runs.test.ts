import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program as baton } from './cli-program.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from './repository.ts';

describe('without any run', () => {
  it('every verb of runs says how to get one', async () => {
    const path = temporaryRepository();
    expect(await baton(path, 'status')).toMatchObject({ code: 0, out: expect.stringContaining('baton run "') });
    expect((await baton(path, 'status', '--json')).out).toBe('{\n  "runs": []\n}');
    for (const verb of ['resume', 'log']) {
      expect(await baton(path, verb)).toMatchObject({ code: 2, err: expect.stringContaining('baton run "') });
    }
  });

  it('a run, an ask or a commit nobody knows gives exit code 2', async () => {
    const path = temporaryRepository();
    const calls = [
      ['resume', 'nope'],
      ['log', 'nope'],
      ['show', 'nope'],
      ['watch', 'nope'],
      ['status', 'nope'],
      ['abort', 'nope'],
      ['merge', 'nope'],
      ['rollback', 'nope', '--to', 'abcd'],
      ['approve', 'ask-nope'],
      ['reject', 'ask-nope', '--reason', 'x'],
      ['answer', 'ask-nope', 'x'],
      ['decide', 'ask-nope', 'skip'],
    ];
    for (const call of calls) {
      expect(await baton(path, ...call), call.join(' ')).toMatchObject({
        code: 2,
        err: expect.stringContaining('baton status'),
      });
    }
  });

  it('a program that cannot be found keeps a run from being created', async () => {
    const path = temporaryRepository();
    const { code, err } = await baton(path, 'run', 'a stack', '--command', './no-such-agent');
    expect([code, err]).toEqual([2, expect.stringContaining('no-such-agent')]);
    expect((await baton(path, 'status', '--names')).out).toBe('');
  });
});

const PLANNER = `#!/bin/sh
cat > /dev/null
printf -- '- [ ] push keeps a value\\n' > test-list.md
`;

/** A project whose tests need nothing installed, and a program that plays the agent of plan. */
function planned(): { path: string; agent: string } {
  const path = temporaryRepository();
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }));
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message=project');
  const agent = join(temporaryDirectory(), 'agent.sh');
  writeFileSync(agent, PLANNER);
  chmodSync(agent, 0o755);
  return { path, agent };
}

describe('a run that waits for a person', () => {
  it('is told, answered once, ended and resumed by its exit codes', async () => {
    const { path, agent } = planned();
    writeFileSync(join(path, 'draft.txt'), 'not yet');
    const started = await baton(path, 'run', 'a', 'stack', '--command', agent, '--approvals', 'plan', '--name', 'r1');
    expect(started).toMatchObject({ code: 4, out: expect.stringContaining('May plan of cycle 1 be accepted?') });
    expect(started.err).toMatch(/Not included, because no commit has them: draft\.txt\.[\s\S]*No budget is set/);

    const [run] = JSON.parse((await baton(path, 'status', '--json')).out).runs;
    expect(run).toMatchObject({ run: 'r1', workflow: 'tdd', state: 'waiting', phase: 'plan', cycle: 1, attempt: 1 });
    const [ask] = run.asks;
    expect(started.out).toContain(`baton approve ${ask.id}`);
    expect((await baton(path, 'show', ask.id)).out).toContain('ok list: 1 open, next is T1 push keeps a value');
    expect((await baton(path, 'show')).out).toBe((await baton(path, 'show', ask.id.slice(0, 8))).out);
    expect((await baton(path, 'show', ask.id.slice(4), '--diff')).out).toMatch(
      /^diff --git a\/test-list\.md b\/test-list\.md\n[\s\S]*\n\+- \[ \] push keeps a value$/,
    );
    const { diff } = JSON.parse((await baton(path, 'show', '--diff', '--json')).out);
    expect(diff).toMatchObject({ to: ask.tree, patch: expect.stringContaining('+- [ ] push'), omitted: 0 });
    const board = JSON.parse((await baton(path, 'watch', '--once', '--json')).out);
    expect(board.runs).toMatchObject([
      { run: 'r1', activity: 'person', doing: `waiting for your approval: ${ask.id}` },
    ]);
    expect((await baton(path, 'watch', 'r1', '--once')).out).not.toMatch(/working|running|sign of life/);
    expect((await baton(path, 'resume')).code).toBe(4);

    expect(await baton(path, 'answer', ask.id, 'yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`baton approve ${ask.id}`),
    });
    expect(await baton(path, 'answer', 'yes')).toMatchObject({ code: 1, err: expect.stringContaining(ask.id) });
    const approved = await baton(path, 'approve', '--comment', 'fine');
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining('baton resume r1')]);
    expect(approved.out).toContain(`Recorded for ${ask.id} (May plan of cycle 1 be accepted?)`);
    expect((await baton(path, 'log')).out).toContain('approved: fine');
    expect(await baton(path, 'approve')).toMatchObject({ code: 2, err: expect.stringContaining('No ask is open') });
    expect(await baton(path, 'approve', ask.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('answered it'),
    });

    expect((await baton(path, 'abort', 'r1', '--reason', 'enough')).code).toBe(0);
    expect(await baton(path, 'resume', 'r1')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing to resume'),
    });
    expect((await baton(path, 'abort', 'r1')).code).toBe(1);
    expect(await baton(path, 'watch', 'r1')).toMatchObject({ code: 0, out: expect.stringMatching(/ r1 aborted$/) });

    const events = (await baton(path, 'history', 'r1', '--json')).out.split('\n').map((line) => JSON.parse(line));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'run.aborted', data: { reason: 'enough' } });
    expect((await baton(path, 'log')).out).toMatch(/NO aborted by \S+: enough$/);
  });

  it('streams its events as JSON lines, and last how it stands', async () => {
    const { path, agent } = planned();
    const { code, out, err } = await baton(path, 'run', 'a stack', '--command', agent, '--approvals', 'plan', '--json');
    const lines = out.split('\n').map((line) => JSON.parse(line));
    expect(code).toBe(4);
    expect(lines.slice(0, -1).map(({ seq }) => seq)).toEqual(lines.slice(0, -1).map((_, index) => index + 1));
    expect(lines[0]).toMatchObject({ type: 'run.started', id: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(lines.at(-1)).toMatchObject({ state: 'waiting', asks: [{ kind: 'approval' }] });
    expect(JSON.parse(err)).toMatchObject({ warning: expect.stringContaining('No budget') });
  });
});
