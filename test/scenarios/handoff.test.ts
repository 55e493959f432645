import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baton, batonAsync, batonJson } from '../baton.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';

const CREATE = ['handoff', 'create', '--from', 'dev', '--to', 'reviewer', '--task', 'Review the parser'];

const TRACE = {
  operation: 'parse',
  timestamp: '2026-11-16T10:00:00.000Z',
  durationMs: 12,
  decisions: [{ point: 'grammar', choice: 'recursive', reason: 'small' }],
  metrics: [{ name: 'files', value: 2, unit: 'files' }],
  errors: [{ code: 'E1', message: 'recovered' }],
  success: true,
};

describe('baton handoff', () => {
  it('takes a handoff from creation to completion', () => {
    const repository = temporaryRepository();
    writeFileSync(join(repository, 'context.json'), '{"artifacts": ["src/parser.ts"], "custom": {"coverage": 94}}');
    const created = baton(
      repository,
      ...CREATE,
      '--priority',
      'immediate',
      '--expires',
      '30',
      '--context',
      '@context.json',
    );
    expect(created.code).toBe(0);
    const [id = ''] = /[0-9a-f-]{36}/.exec(created.out) ?? [];
    expect(created.out).toContain(`baton handoff accept ${id} --as reviewer`);
    expect(baton(repository, 'handoff', 'list', '--for', 'reviewer').out).toContain('Review the parser');
    expect(baton(repository, 'handoff', 'list', '--for', 'dev').out).toContain('No handoffs.');
    expect(baton(repository, 'handoff', 'accept', id, '--as', 'reviewer').out).toBe(
      `Handoff ${id} is accepted (reviewer).`,
    );
    expect(baton(repository, 'handoff', 'complete', id, '--summary', 'Fine').out).toBe(
      `Handoff ${id} is completed (reviewer).`,
    );
    const shown = baton(repository, 'handoff', 'show', id).out;
    expect(shown).toContain('**Status**: completed');
    expect(shown).toMatch(/completed {2}reviewer {2}Fine/);
    expect(gitIn(repository, 'log', '--format=%s', `refs/baton/handoffs/${id}`).split('\n')).toEqual([
      'baton: handoff.completed',
      'baton: handoff.accepted',
      'baton: handoff.prepared',
    ]);
  });

  it('carries every field of a request, and refuses a field that cannot be read by its flag', () => {
    const repository = temporaryRepository();
    writeFileSync(join(repository, 'trace.json'), JSON.stringify(TRACE));
    const fields = [
      ...['--constraints', 'Keep the API', '--constraints', 'Add no dependency', '--focus-areas', 'errors'],
      ...['--avoid', 'style', '--expected-output', 'A list of findings', '--deadline', '2027-01-31'],
      ...['--trace', '@trace.json', '--metadata', '{"ticket": 7}'],
    ];
    expect(batonJson(repository, ...CREATE, ...fields)).toMatchObject({
      instructions: {
        task: 'Review the parser',
        constraints: ['Keep the API', 'Add no dependency'],
        focusAreas: ['errors'],
        avoid: ['style'],
        expectedOutput: 'A list of findings',
        deadline: '2027-01-31T00:00:00.000Z',
      },
      trace: TRACE,
      metadata: { ticket: 7 },
    });
    const refused = [
      ...[
        ['--deadline', 'tomorrow', '--deadline is "tomorrow"'],
        ['--trace', '{"operation": "x"}', 'trace: timestamp'],
      ],
      ['--metadata', '[]', '--metadata is not a JSON object'],
    ];
    for (const [flag = '', value = '', message] of refused) {
      expect(baton(repository, ...CREATE, flag, value)).toMatchObject({
        code: 2,
        err: expect.stringContaining(message ?? ''),
      });
    }
  });

  it('lets one of many accept, tells the others who, and gives them exit code 1', async () => {
    const repository = temporaryRepository();
    const { id } = batonJson(repository, ...CREATE);
    const told = await Promise.all(
      Array.from({ length: 6 }, (_, n) => batonAsync(repository, 'handoff', 'accept', id, '--as', `agent-${n}`)),
    );
    expect(told.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1, 1, 1]);
    const { history } = batonJson(repository, 'handoff', 'show', id);
    expect(history).toHaveLength(2);
    for (const { code, err } of told) {
      if (code === 1) expect(err).toContain(`accepted by ${history[1].actor}`);
    }
  });

  it('rejects and cancels with a reason, and shows finished ones when asked', () => {
    const repository = temporaryRepository();
    const first = batonJson(repository, ...CREATE).id;
    const second = batonJson(repository, ...CREATE).id;
    baton(repository, 'handoff', 'reject', first, '--as', 'reviewer', '--reason', 'Not mine');
    baton(repository, 'handoff', 'cancel', second, '--as', 'dev');
    expect(batonJson(repository, 'handoff', 'list').handoffs).toEqual([]);
    const { handoffs } = batonJson(repository, 'handoff', 'list', '--status', 'all');
    expect(handoffs.map((handoff: { status: string }) => handoff.status).sort()).toEqual(['cancelled', 'rejected']);
    expect(batonJson(repository, 'handoff', 'list', '--status', 'rejected').handoffs).toHaveLength(1);
  });

  it('lists the others where one cannot be read, and says which', () => {
    const repository = temporaryRepository();
    const { id } = batonJson(repository, ...CREATE);
    gitIn(repository, 'update-ref', 'refs/baton/handoffs/00000000-bad', 'HEAD');
    const told = baton(repository, 'handoff', 'list');
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining(id) });
    expect(told.err).toMatch(/^baton: handoff 00000000-bad cannot be read: /);
  });

  it('marks what ran out of time as expired and keeps it', () => {
    const repository = temporaryRepository();
    const { id } = batonJson(repository, ...CREATE, '--expires', '0');
    expect(batonJson(repository, 'handoff', 'list', '--status', 'expired').handoffs).toHaveLength(1);
    expect(baton(repository, 'handoff', 'accept', id, '--as', 'reviewer')).toMatchObject({ code: 1 });
    expect(batonJson(repository, 'handoff', 'show', id).history.at(-1)).toMatchObject({ status: 'expired' });
  });

  it.each([
    [['create', '--from', 'dev', '--to', 'reviewer'], /--task is missing/],
    [[...CREATE.slice(1), '--priority', 'urgent'], /priority is "urgent" \(expected "immediate"/],
    [[...CREATE.slice(1), '--expires', 'soon'], /--expires is "soon" \(expected a number\)/],
    [[...CREATE.slice(1), '--expires', '-1'], /expirationMinutes is -1/],
    [[...CREATE.slice(1), '--context', '{'], /--context is not JSON/],
    [[...CREATE.slice(1), '--context', '[]'], /--context is not a JSON object/],
    [[...CREATE.slice(1), '--context', '@missing.json'], /Cannot read .*missing\.json/],
    [[...CREATE.slice(1), '--context', '{"artifacts": 5}'], /context\.artifacts is 5 \(expected a list\)/],
    [['list', '--status', 'done'], /--status is "done" \(expected all, pending/],
    [['accept', 'nope'], /--as is missing/],
    [['accept', 'nope', '--as', 'x'], /There is no handoff "nope"/],
    [['show', '--', '--upload-pack=x'], /There is no handoff "--upload-pack=x"/],
  ])('refuses %j with exit code 2 and records nothing', (args, message) => {
    const repository = temporaryRepository();
    const told = baton(repository, 'handoff', ...args);
    expect(told.err).toMatch(message);
    expect(told).toMatchObject({ code: 2, out: '' });
    expect(gitIn(repository, 'for-each-ref', 'refs/baton')).toBe('');
  });

  it('says with exit code 3 where there is no repository', () => {
    expect(baton(temporaryDirectory(), 'handoff', 'list')).toMatchObject({
      code: 3,
      err: expect.stringContaining('git init'),
    });
  });
});
