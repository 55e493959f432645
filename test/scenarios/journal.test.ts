import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/store/store.ts';
import { baton, batonAsync, batonJson } from '../baton.ts';
import { overwriteObject, type RecordedRun, recordRun } from '../recorded-run.ts';
import { gitIn, temporaryRepository } from '../repository.ts';

const JOURNAL = 'refs/baton/runs/r1';
const NOTES = 'refs/notes/tdd-handoffs';

describe('baton verify --journal', () => {
  it('finds nothing wrong with a run as it was written, and says what it looked at', async () => {
    const path = temporaryRepository();
    await recordRun(path);
    expect(baton(path, 'verify', '--journal')).toEqual({
      code: 0,
      out: 'Checked 1 journal, 9 events and 4 notes: everything is as it was written.',
      err: '',
    });
    expect(batonJson(path, 'verify', '--journal', 'r1')).toEqual({ journals: 1, events: 9, notes: 4, problems: [] });
  });

  const tampering: readonly (readonly [string, (path: string, run: RecordedRun) => void, number, RegExp])[] = [
    ['a changed byte in an old event', changeByte, 3, /was changed after it was written/],
    ['an old event that cannot even be unpacked', spoil, 3, /is missing or damaged beyond reading/],
    ['a dropped event', (path, { entries }) => rewrite(path, without(entries, 4)), 5, /follows event 3, where event 4/],
    ['two reordered events', (path, { entries }) => rewrite(path, swapped(entries, 6)), 7, /follows event 5, where/],
    ['a swapped attachment', swapAttachment, 4, /attachment report\.json: object \w+ was changed/],
    ['a swapped list of attachments', swapTree, 4, /list of attachments: object \w+ was changed/],
  ];

  it.each(tampering)('finds %s, with the place', async (_, tamper, event, why) => {
    const path = temporaryRepository();
    const run = await recordRun(path);
    tamper(path, run);
    const { code, out } = baton(path, 'verify', '--journal');
    expect(code).toBe(1);
    const line = out.split('\n').find((text) => text.startsWith(`  runs/r1, event ${event} (`));
    expect(line).toMatch(why);
    expect(baton(path, 'verify', '--journal', 'r1', '--json').code).toBe(1);
  });

  it('finds a chain rewritten from an old event on, with all hashes in order, by the notes it no longer fits', async () => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    const forged = entries.map((entry) =>
      entry.event.seq === 4 ? { ...entry, event: { ...entry.event, data: { coverage: 100 } } } : entry,
    );
    rewrite(path, forged);
    const { problems } = JSON.parse(baton(path, 'verify', '--journal', '--json').out);
    expect(problems.map(({ place }: { place: string }) => place.split(',')[0])).toEqual([NOTES, NOTES, NOTES]);
    expect(problems[0].what).toMatch(/does not say what runs\/r1, event 5 \(\w{12}\) says/);
  });

  it.each([
    [
      'that claims an entry nobody wrote',
      { journal: 'f'.repeat(40) },
      /claims journal entry f{12} of the run r1, which/,
    ],
    ['of a run there is no journal of', { run: 'r9', journal: 'e'.repeat(40) }, /of the run r9, which does not exist/],
    ['that names no entry', { journal: null }, /names no journal entry of the run r1: the note is forged/],
    ['that says something else than its entry', { test_result: 'FAIL' }, /does not say what runs\/r1, event 7/],
    ['copied to a commit of somebody else', {}, /on a commit that does not carry the trailers of that phase/],
  ])('finds a forged note %s', async (_, lie, why) => {
    const path = temporaryRepository();
    const { commits } = await recordRun(path);
    gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', 'sneak in');
    const note = JSON.parse(gitIn(path, 'notes', `--ref=${NOTES}`, 'show', commits.green));
    // `-C` takes the text as it is; a message would lose its last line break or gain one.
    const text = `${JSON.stringify({ ...note, ...lie }, null, 2)}\n`;
    gitIn(path, 'notes', `--ref=${NOTES}`, 'add', '-C', writeObject(path, 'blob', text), 'HEAD');
    const { code, out } = baton(path, 'verify', '--journal');
    expect(code).toBe(1);
    const place = `${NOTES}, commit ${gitIn(path, 'rev-parse', '--short=12', 'HEAD')}`;
    expect(out.split('\n').find((line) => line.startsWith(`  ${place}: `))).toMatch(why);
    const [, command = ''] = /To take it away: git (.*)$/m.exec(out) ?? [];
    gitIn(path, ...command.split(' '));
    expect(baton(path, 'verify', '--journal').code).toBe(0);
  });

  it('finds a note of a phase that was changed or taken away, which repair-notes mends [R001-28]', async () => {
    const path = temporaryRepository();
    const { commits } = await recordRun(path);
    gitIn(path, 'notes', `--ref=${NOTES}`, 'add', '--force', '--message', '{"phase": "GREEN"}', commits.red);
    gitIn(path, 'notes', `--ref=${NOTES}`, 'remove', commits.plan);
    const { code, out } = baton(path, 'verify', '--journal');
    expect(code).toBe(1);
    expect(out).toContain(`${NOTES}, commit ${commits.red.slice(0, 12)}: the note does not say what runs/r1, event 5`);
    expect(out).toContain(`${NOTES}, commit ${commits.plan.slice(0, 12)}: the note of runs/r1, event 3`);
    const repaired = baton(path, 'repair-notes');
    expect(repaired.out).toContain('4 notes: 2 written, 2 as they were.');
    expect(baton(path, 'verify', '--journal').code).toBe(0);
  });

  it('leaves notes of others alone', async () => {
    const path = temporaryRepository();
    await recordRun(path);
    gitIn(path, 'notes', `--ref=${NOTES}`, 'add', '--message', '{"phase": "PLAN", "cycle": 0}', 'HEAD~4');
    expect(baton(path, 'verify', '--journal').code).toBe(0);
    baton(path, 'repair-notes');
    expect(gitIn(path, 'notes', `--ref=${NOTES}`, 'show', 'HEAD~4')).toBe('{"phase": "PLAN", "cycle": 0}');
  });

  it('goes on behind a problem and checks handoffs too', async () => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path, 'r1', 2);
    const created = batonJson(path, 'handoff', 'create', '--from', 'a', '--to', 'b', '--task', 'x');
    for (const seq of [3, 8]) overwriteObject(path, idOf(entries, seq), (text) => text.replace('baton@', 'other@'));
    overwriteObject(path, gitIn(path, 'rev-parse', `refs/baton/handoffs/${created.id}`), (text) =>
      text.replace('a', 'e'),
    );
    const { out } = baton(path, 'verify', '--journal');
    expect(out).toMatch(/^ {2}runs\/r1, event 3 .*\n {2}runs\/r1, event 8 /m);
    expect(out).toContain(`handoffs/${created.id}, event 1 (`);
  });

  it('says what is wrong with an unknown run, or outside a repository', () => {
    const path = temporaryRepository();
    for (const words of [['verify'], ['verify', '--journal']]) {
      expect(baton(path, ...words)).toMatchObject({ code: 0, out: expect.stringContaining('Checked 0 journals') });
      expect(baton(path, ...words, 'nope')).toMatchObject({
        code: 2,
        err: expect.stringContaining('There is no run or handoff "nope"'),
      });
    }
    expect(baton(path, 'repair-notes', 'nope')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no run "nope"'),
    });
    expect(baton('/', 'verify', '--journal').code).toBe(3);
  });
});

describe('git gc --prune=now --aggressive', () => {
  it('loses nothing a journal refers to, though no branch leads there any more', async () => {
    const path = temporaryRepository();
    const { commits, entries } = await recordRun(path);
    gitIn(path, 'reset', '--quiet', '--hard', 'HEAD~4');
    gitIn(path, 'reflog', 'expire', '--expire=now', '--all');
    gitIn(path, 'gc', '--quiet', '--prune=now', '--aggressive');
    for (const [phase, commit] of Object.entries(commits)) {
      expect(gitIn(path, 'show', `${commit}:r1-${phase}-1.txt`)).toBe(`${phase} 1 r1`);
    }
    const reports = entries.flatMap(({ attachments }) => Object.values(attachments));
    expect(reports).toHaveLength(4);
    for (const id of reports) expect(JSON.parse(gitIn(path, 'cat-file', 'blob', id))).toMatchObject({ run: 'r1' });
    expect(baton(path, 'verify', '--journal').code).toBe(0);
    expect(gitIn(path, 'fsck', '--full', '--no-dangling')).toBe('');
  });
});

describe('the note on a phase commit', () => {
  it('is read by the functions of the source design [R001-22] [R001-26] [R001-36] [R001-51] [R001-55]', async () => {
    const path = temporaryRepository();
    const { commits, entries } = await recordRun(path);
    const read = (commit: string) => JSON.parse(gitIn(path, 'notes', `--ref=${NOTES}`, 'show', commit));
    expect(read('HEAD')).toMatchObject({ phase: 'REFACTOR', next_phase: 'PLAN' });
    expect(read(commits.red)).toEqual({
      phase: 'RED',
      next_phase: 'GREEN',
      cycle: 1,
      current_test: { id: 'T1', description: 'push one element', test_file: 'stack.test.ts', impl_file: 'stack.ts' },
      pending_tests: ['pop'],
      completed_tests: ['empty stack'],
      test_result: 'FAIL',
      last_phase_result: { success: true, errors: [] },
      timestamp: '2026-01-31T12:00:00.000Z',
      error: null,
      error_details: null,
      retry_count: 0,
      agent: 'test-agent',
      session_id: 's-red-1',
      run: 'r1',
      handoff: 'h-1',
      journal: idOf(entries, 5),
    });
    const listed = gitIn(path, 'notes', `--ref=${NOTES}`, 'list').split('\n');
    expect(listed.map((line) => line.split(' ')[1]).sort()).toEqual(Object.values(commits).sort());
  });

  it('goes along with an amended commit once init has set it up, and git log shows it', async () => {
    const path = temporaryRepository();
    await recordRun(path);
    const said = baton(path, 'init', '--notes-rewrite', '--notes-display').out;
    expect(said).toContain('Set notes.rewriteRef to refs/notes/*-handoffs');
    gitIn(path, 'commit', '--quiet', '--amend', '--allow-empty', '--message', `better\n\n${bodyOf(path, 'HEAD')}`);
    expect(JSON.parse(gitIn(path, 'notes', `--ref=${NOTES}`, 'show', 'HEAD'))).toMatchObject({ phase: 'REFACTOR' });
    expect(gitIn(path, 'log', '-1')).toContain('"phase": "REFACTOR"');
    expect(baton(path, 'verify', '--journal').code).toBe(0);
  });

  it('is put on amended and rebased commits by repair-notes, matched by their trailers', async () => {
    const path = temporaryRepository();
    const start = gitIn(path, 'rev-parse', 'HEAD');
    const { commits } = await recordRun(path);
    gitIn(path, 'commit', '--quiet', '--amend', '--message', bodyOf(path, 'HEAD'), '--date=2020-01-01T00:00:00Z');
    gitIn(path, 'checkout', '--quiet', '-b', 'other', start);
    gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', 'elsewhere');
    gitIn(path, 'rebase', '--quiet', 'other', 'main');
    gitIn(path, 'branch', 'copy', commits.green);
    gitIn(path, 'checkout', '--quiet', 'copy');
    gitIn(path, 'commit', '--quiet', '--amend', '--message', bodyOf(path, 'HEAD'), '--date=2021-01-01T00:00:00Z');
    const { written, matched, unchanged } = batonJson(path, 'repair-notes', 'r1');
    expect({ written: written.length, matched: matched.length, unchanged }).toEqual({
      written: 5,
      matched: 5,
      unchanged: 4,
    });
    const phases = ['main~3', 'main~2', 'main~1', 'main', 'copy'].map(
      (name) => JSON.parse(gitIn(path, 'notes', `--ref=${NOTES}`, 'show', name)).phase,
    );
    expect(phases).toEqual(['PLAN', 'RED', 'GREEN', 'REFACTOR', 'GREEN']);
    expect(baton(path, 'repair-notes').out).toBe(
      '9 notes, 5 of them on amended or rebased commits: 0 written, 9 as they were.',
    );
    expect(baton(path, 'verify', '--journal').code).toBe(0);
    gitIn(path, 'checkout', '--quiet', '--detach', start);
    for (const branch of ['main', 'copy', 'other']) gitIn(path, 'branch', '--quiet', '-D', branch);
    gitIn(path, 'reflog', 'expire', '--expire=now', '--all');
    gitIn(path, 'gc', '--quiet', '--prune=now');
    expect(baton(path, 'verify', '--journal').out).toContain('everything is as it was written');
  });

  it('is never lost between projections at the same time', async () => {
    const path = temporaryRepository();
    const runs = Array.from({ length: 6 }, (_, n) => `run-${n}`);
    for (const run of runs) await recordRun(path, run);
    gitIn(path, 'update-ref', '-d', NOTES);
    const told = await Promise.all(runs.map((run) => batonAsync(path, 'repair-notes', run)));
    expect(told.map(({ code }) => code)).toEqual(runs.map(() => 0));
    expect(gitIn(path, 'notes', `--ref=${NOTES}`, 'list').split('\n')).toHaveLength(24);
    expect(baton(path, 'verify', '--journal').code).toBe(0);
  });
});

describe('baton init', () => {
  it('changes nothing unless asked, and says what it could do', () => {
    const path = temporaryRepository();
    const before = gitIn(path, 'config', '--list');
    const { code, out } = baton(path, 'init');
    expect(code).toBe(0);
    expect(out).toContain('baton init --notes-rewrite');
    expect(gitIn(path, 'config', '--list')).toBe(before);
  });

  it('sets each value once, keeps the ones of others, and its undo works', () => {
    const path = temporaryRepository();
    gitIn(path, 'config', 'notes.rewriteRef', 'refs/notes/commits');
    const first = baton(path, 'init', '--notes-rewrite').out;
    expect(baton(path, 'init', '--notes-rewrite').out).toContain('nothing to do');
    expect(gitIn(path, 'config', '--get-all', 'notes.rewriteRef').split('\n')).toEqual([
      'refs/notes/commits',
      'refs/notes/*-handoffs',
    ]);
    const [, undo = ''] = /undo: git (.*)$/m.exec(first) ?? [];
    gitIn(path, ...undo.replaceAll("'", '').split(' '));
    expect(gitIn(path, 'config', '--get-all', 'notes.rewriteRef')).toBe('refs/notes/commits');
  });
});

function idOf(entries: readonly Entry[], seq: number): string {
  return entries.find(({ event }) => event.seq === seq)?.id ?? '';
}

function bodyOf(path: string, commit: string): string {
  return gitIn(path, 'log', '-1', '--format=%B', commit);
}

function changeByte(path: string, { entries }: RecordedRun): void {
  overwriteObject(path, idOf(entries, 3), (text) => text.replace('"plan"', '"plam"'));
}

function spoil(path: string, { entries }: RecordedRun): void {
  const id = idOf(entries, 3);
  execFileSync(
    'sh',
    ['-c', `chmod u+w "$1" && printf garbage > "$1"`, 'sh', `.git/objects/${id.slice(0, 2)}/${id.slice(2)}`],
    { cwd: path },
  );
}

function swapAttachment(path: string, { entries }: RecordedRun): void {
  const id = entries.find(({ event }) => event.seq === 4)?.attachments['report.json'] ?? '';
  overwriteObject(path, id, (text) => text.replace('red', 'ded'));
}

function swapTree(path: string, { entries }: RecordedRun): void {
  const [mine = '', other = ''] = [4, 6].map((seq) => gitIn(path, 'rev-parse', `${idOf(entries, seq)}^{tree}`));
  const bytes = execFileSync('git', ['cat-file', 'tree', other], { cwd: path, encoding: 'latin1' });
  overwriteObject(path, mine, () => bytes);
}

function without(entries: readonly Entry[], seq: number): readonly Entry[] {
  return entries.filter(({ event }) => event.seq !== seq);
}

function swapped(entries: readonly Entry[], seq: number): readonly Entry[] {
  const at = entries.findIndex(({ event }) => event.seq === seq);
  const [first, second] = entries.slice(at, at + 2) as [Entry, Entry];
  return [...entries.slice(0, at), second, first, ...entries.slice(at + 2)];
}

/** Writes a journal anew from entries, with hashes and links in order, as somebody with git and time could. */
function rewrite(path: string, entries: readonly Entry[]): void {
  let previous: string | undefined;
  for (const { id, anchor, event } of entries) {
    const original = execFileSync('git', ['cat-file', 'commit', id], { cwd: path, encoding: 'utf8' });
    const [head = '', subject = ''] = original.split('\n\n');
    const parents = [previous, anchor].flatMap((parent) => (parent === undefined ? [] : [`parent ${parent}`]));
    const [tree = '', ...people] = head.split('\n').filter((line) => !line.startsWith('parent '));
    const input = `${[tree, ...parents, ...people].join('\n')}\n\n${subject}\n\n${JSON.stringify(event, null, 2)}\n`;
    previous = writeObject(path, 'commit', input);
  }
  gitIn(path, 'update-ref', JOURNAL, previous ?? '');
}

function writeObject(path: string, type: 'blob' | 'commit', input: string): string {
  return execFileSync('git', ['hash-object', '-t', type, '-w', '--stdin'], {
    cwd: path,
    input,
    encoding: 'utf8',
  }).trim();
}
