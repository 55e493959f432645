import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baton, batonJson } from './baton.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from './repository.ts';
import { batonInTerminal, noTerminal } from './terminal.ts';

/** An agent whose every session writes the same list, with an escape sequence in it. */
const PLANNER = `#!/bin/sh
cat > /dev/null
printf -- '- [ ] push keeps \\033[2Ja value\\n' > test-list.md
`;

function project(): { path: string; agent: string } {
  const path = temporaryRepository();
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }));
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message=project');
  const agent = join(temporaryDirectory(), 'agent.sh');
  writeFileSync(agent, PLANNER);
  chmodSync(agent, 0o755);
  return { path, agent };
}

const missing = noTerminal();

describe.skipIf(missing !== undefined)(`a run in a terminal${missing === undefined ? '' : ` (${missing})`}`, () => {
  it('asks on the spot, loses nothing to Ctrl-D and Ctrl-C, and goes on with what was said', async () => {
    const { path, agent } = project();
    const flags = ['--command', agent, '--approvals', 'plan', '--name', 'r1', '--attempts', '2'];
    const first = batonInTerminal(path, ['run', 'a stack', ...flags]);
    await first.sees(/baton\/r1/);
    // Typed before anything was asked: it must not answer what comes.
    first.type('y\n');
    await first.sees(/Approve\? \[y\]es, \[n\]o, \[d\]iff, \[c\]omment, \[l\]ater: /);
    expect(first.shown()).toContain('\u001b[32m+- [ ] push keeps <U+001B>[2Ja value\u001b[0m');
    expect(first.shown()).not.toContain('\u001b[2J');
    first.type('d\n');
    await first.sees(/diff --git a\/test-list\.md[\s\S]*Approve\?/);
    first.type('n\n');
    await first.sees(/Why not\?/);
    first.type('too short\n');
    await first.sees(/Recorded for ask-[\s\S]*Approve\?/);
    first.type('\u0004');
    await first.sees(/baton approve ask-/);
    expect(await first.ended).toBe(4);

    const second = batonInTerminal(path, ['resume']);
    await second.sees(/Approve\?/);
    second.type('\u0003');
    expect(await second.ended).toBe(130);
    const [waiting] = batonJson(path, 'status').runs;
    expect(waiting).toMatchObject({ state: 'waiting', attempt: 2 });

    const quiet = batonInTerminal(path, ['resume', '--no-input'], { NO_COLOR: '1' });
    expect(await quiet.ended).toBe(4);
    expect(quiet.shown()).not.toContain('Approve?');
    const shown = batonInTerminal(path, ['show'], { NO_COLOR: '1' });
    await shown.ended;
    expect(shown.shown()).toContain('+- [ ] push keeps <U+001B>[2Ja value');
    expect(shown.shown()).not.toContain('\u001b');

    const third = batonInTerminal(path, ['resume']);
    await third.sees(/Approve\?/);
    third.type('c\n');
    await third.sees(/Comment/);
    third.type('good enough\n');
    await third.sees(/Approve\?/);
    expect(third.shown()).toMatch(/Ggood enough\r/);
    third.type('y\n');
    await third.sees(/How to go on\? \[r\]etry, \[s\]kip, r\[o\]llback, \[a\]bort/);
    third.type('a\n');
    await third.sees(/for good\?/);
    third.type('y\n');
    expect(await third.ended).toBe(1);
    expect(batonJson(path, 'status').runs).toMatchObject([{ state: 'aborted' }]);
    const story = baton(path, 'log').out;
    expect(story).toMatch(/did not approve: too short[\s\S]*approved: good enough[\s\S]*decided: abort/);
  });

  it('asks before everything is removed, and removes nothing without a yes', async () => {
    const path = temporaryRepository();
    expect(baton(path, 'handoff', 'create', '--from', 'dev', '--to', 'reviewer', '--task', 'Review it').code).toBe(0);
    const stored = gitIn(path, 'for-each-ref', 'refs/baton');
    expect(stored).not.toBe('');
    const environment = { XDG_CACHE_HOME: temporaryDirectory(), NO_COLOR: '1' };
    const clean = () => batonInTerminal(path, ['clean', '--all'], environment);
    for (const answer of ['y\n', '\u0004']) {
      const asked = clean();
      await asked.sees(/journal +refs\/baton\/[\s\S]*This cannot be undone\. Remove all of this\? Type yes: /);
      asked.type(answer);
      expect(await asked.ended).toBe(1);
      expect(asked.shown()).toContain('Nothing was removed.');
    }
    expect(gitIn(path, 'for-each-ref', 'refs/baton')).toBe(stored);
    const asked = clean();
    await asked.sees(/Type yes: /);
    asked.type('yes\n');
    expect(await asked.ended).toBe(0);
    expect(asked.shown()).toMatch(/Removed \d+ items/);
    expect(gitIn(path, 'for-each-ref', 'refs/baton')).toBe('');
  });
});
