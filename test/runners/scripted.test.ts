import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionRequest } from '../../src/runners/runner.ts';
import { type ScriptedSession, scriptedRunner } from '../../src/runners/scripted.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { describeContract } from './contract.ts';

describeContract('the scripted runner', {
  doing: (shell) => scriptedRunner([{ phase: 'red', run: [shell] }]),
  lacks: {
    result_file: 'the result stands in the script',
    result_text: 'the result stands in the script',
    missing_program: 'a script starts no program of its own',
  },
});

type Doings = Omit<ScriptedSession, 'phase'>;

/** Plays one session of phase red on the given files and gives the outcome, what was told, and the files afterwards. */
function play(doings: Doings, files: Readonly<Record<string, string>> = {}, more: Partial<SessionRequest> = {}) {
  return withTrialSession(async (session) => {
    const { workbench } = session.request;
    for (const [path, text] of Object.entries(files)) writeFileSync(join(workbench, path), text);
    const outcome = await session.play(scriptedRunner([{ phase: 'red', ...doings }]));
    return { outcome, messages: session.messages, files: filesIn(workbench) };
  }, more);
}

function filesIn(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')]));
}

describe('a scripted session', () => {
  it('writes, appends, replaces and deletes, then runs its commands on that', async () => {
    const doings = {
      run: ['ls > list.txt'],
      delete: ['old.txt'],
      replace: [{ path: 'kept.txt', find: 'b', with: '$& B' }],
      append: { 'kept.txt': 'd\n', 'new.txt': 'made\n' },
      write: { 'deep/er/file.txt': 'x', 'kept.txt': 'a b c\n' },
    };
    const { outcome, files } = await play(doings, { 'kept.txt': 'before', 'old.txt': '' });
    expect(outcome).toMatchObject({ ended: 'done', detail: '' });
    expect(files).toEqual({
      'deep/er/file.txt': 'x',
      'kept.txt': 'a $& B c\nd\n',
      'list.txt': 'deep\nkept.txt\nlist.txt\nnew.txt\n',
      'new.txt': 'made\n',
    });
  });

  it('tells what it says, does and used, in the form all runners share', async () => {
    const usage = { input_tokens: 10, output_tokens: 2, usd: 0.5 };
    const { outcome, messages } = await play({ say: 'Hello.', write: { a: '1' }, run: ['echo ran'], usage });
    const used = { inputTokens: 10, outputTokens: 2, usd: 0.5 };
    expect(messages).toEqual([
      { kind: 'text', text: 'Hello.' },
      { kind: 'tool_call', tool: 'Write', input: { path: 'a' } },
      { kind: 'tool_result', tool: 'Write', ok: true, text: '' },
      { kind: 'tool_call', tool: 'Bash', input: { command: 'echo ran' } },
      { kind: 'text', text: 'ran\n' },
      { kind: 'tool_result', tool: 'Bash', ok: true, text: 'ran\n' },
      { kind: 'usage', usage: used },
    ]);
    expect(outcome).toMatchObject({ ended: 'done', usage: used, sessionId: 'scripted-red-1-1' });
  });

  it('reports its result as it stands in the script, nonsense too', async () => {
    for (const result of [{ status: 'complete', summary: 'x' }, 'text', 7, null]) {
      expect((await play({ result })).outcome.result).toEqual(result);
    }
    expect((await play({})).outcome).not.toHaveProperty('result');
  });

  it('ends as the script says', async () => {
    const detail = 'Overloaded.';
    expect((await play({ end: 'service', detail, retry_after_ms: 1500 })).outcome).toMatchObject({
      ended: 'service',
      detail,
      retryAfterMs: 1500,
    });
    for (const end of ['failed', 'timed_out', 'unavailable'] as const) {
      const { outcome } = await play({ end });
      expect(outcome).toMatchObject({ ended: end, detail: `The script lets this session end as ${end}.` });
    }
  });

  it('stops at the first command that fails', async () => {
    const { outcome, files } = await play({ run: ['echo why; exit 2', 'touch after'], result: 'r' });
    expect(outcome).toMatchObject({ ended: 'failed', exitCode: 2, result: 'r', detail: expect.stringMatching(/why$/) });
    expect(files).toEqual({});
  });

  it('that waits is ended when its time is up, with its edits made', async () => {
    const { outcome, files } = await play({ write: { a: '1' }, wait_ms: 3_600_000 }, {}, { deadlineMs: 50 });
    expect(outcome.ended).toBe('timed_out');
    expect(files).toEqual({ a: '1' });
    expect((await play({ wait_ms: 5 })).outcome.ended).toBe('done');
  });

  it('that waits can be interrupted', async () => {
    const stopping = new AbortController();
    const onMessage = () => stopping.abort();
    const { outcome } = await play({ say: 'x', wait_ms: 3_600_000 }, {}, { onMessage, signal: stopping.signal });
    expect(outcome.ended).toBe('interrupted');
  });
});

describe('an edit of a script', () => {
  it.each<[string, Doings, string]>([
    ['an absolute path', { write: { '/etc/baton-test': 'x' } }, 'is no path inside the workbench'],
    ['a way up', { write: { 'a/../../x': 'x' } }, 'is no path inside the workbench'],
    ['an empty step', { delete: ['a//b'] }, 'is no path inside the workbench'],
    ['the workbench itself', { delete: ['.'] }, 'is no path inside the workbench'],
    ['a path through a link', { write: { 'out/x': 'x' } }, 'leads out of the workbench by a link'],
    ['a new directory through a link', { write: { 'out/new/x': 'x' } }, 'leads out of the workbench by a link'],
    ['a link to a file', { append: { 'linked.txt': 'x' } }, 'is no plain file'],
    ['a directory', { write: { inside: 'x' } }, 'is no plain file'],
    ['a path through a file', { write: { 'plain.txt/x': 'x' } }, 'cannot be changed'],
    ['a link to nowhere', { write: { 'nowhere/x': 'x' } }, 'cannot be changed'],
    ['a missing file to delete', { delete: ['none'] }, 'is not there to be deleted'],
    ['a passage that is not there', { replace: [{ path: 'plain.txt', find: 'z', with: '' }] }, 'has 0 times "z"'],
    ['a passage that is there twice', { replace: [{ path: 'plain.txt', find: 'l', with: '' }] }, 'has 2 times "l"'],
    ['a passage of a missing file', { replace: [{ path: 'none', find: 'z', with: '' }] }, 'has 0 times "z"'],
  ])('is refused for %s, and nothing outside changes', async (_, doings, why) => {
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'file.txt'), 'theirs');
    await withTrialSession(async ({ request, play }) => {
      const { workbench } = request;
      mkdirSync(join(workbench, 'inside'));
      writeFileSync(join(workbench, 'plain.txt'), 'll');
      symlinkSync(outside, join(workbench, 'out'));
      symlinkSync(join(outside, 'file.txt'), join(workbench, 'linked.txt'));
      symlinkSync(join(outside, 'none'), join(workbench, 'nowhere'));
      const { ended, detail } = await play(scriptedRunner([{ phase: 'red', ...doings }], { name: 'script.yaml' }));
      expect(ended).toBe('unavailable');
      expect(detail).toMatch(/^script\.yaml, phase red, any cycle, any attempt: The script cannot be played: "/);
      expect(detail).toContain(why);
    });
    expect(filesIn(outside)).toEqual({ 'file.txt': 'theirs' });
    expect(existsSync('/etc/baton-test')).toBe(false);
  });

  it('may delete a link, which leaves what it leads to', async () => {
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'file.txt'), 'theirs');
    await withTrialSession(async ({ request, play }) => {
      symlinkSync(outside, join(request.workbench, 'out'));
      expect(await play(scriptedRunner([{ phase: 'red', delete: ['out'] }]))).toMatchObject({ ended: 'done' });
      expect(readdirSync(request.workbench)).toEqual([]);
    });
    expect(filesIn(outside)).toEqual({ 'file.txt': 'theirs' });
  });
});
