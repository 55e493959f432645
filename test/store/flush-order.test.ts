import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalName } from '../../src/store/store.ts';
import { temporaryDirectory, temporaryRepository } from '../repository.ts';
import { canRunAs, runWriters } from './writers.ts';

/** One thing a process asked the system for, in the order in which it counts: a flush when it is done. */
interface Step {
  readonly kind: 'flush' | 'rename' | 'link' | 'mkdir' | 'ack';
  readonly paths: readonly string[];
}

/**
 * A power cut on one file system cannot show all that another would lose: ext4 writes everything older with whatever is
 * flushed. So the order itself is looked at.
 */
describe('an append', () => {
  it('waits for the disk after each step that the next one relies on', async (ctx) => {
    const steps = await stepsOfAppends();
    if (steps === undefined) return ctx.skip('needs strace, to see what is asked of the system');
    const objects = steps.filter(({ kind, paths }) => kind === 'rename' && paths[0]?.includes('tmp_obj_'));
    const locks = steps.filter(({ kind }) => kind === 'link');
    const moves = steps.filter(({ kind, paths }) => kind === 'rename' && paths[0]?.endsWith('.lock'));
    const directories = steps.filter(
      ({ kind, paths }) => kind === 'mkdir' && /\/(objects|refs)\//.test(paths[0] ?? ''),
    );
    // Two files, their tree and the entry each time; the first brings the empty tree of later entries as well.
    expect([objects.length, locks.length, moves.length]).toEqual([3 * 4 + 1, 3, 3]);
    expect(directories.length).toBeGreaterThan(1);

    expect(objects.filter((step) => !contentBefore(steps, step, 'link'))).toEqual([]);
    expect(objects.filter((step) => !namedBefore(steps, step, 'link'))).toEqual([]);
    expect(locks.filter((step) => !flushedBefore(steps, step))).toEqual([]);
    expect([...moves, ...directories].filter((step) => !namedBefore(steps, step, 'ack'))).toEqual([]);
  });
});

/** Whether the file that gets a name is on the disk by then. */
function flushedBefore(steps: readonly Step[], named: Step): boolean {
  return steps
    .slice(0, steps.indexOf(named))
    .some(({ kind, paths }) => kind === 'flush' && paths[0] === named.paths[0]);
}

/** Whether the content of an object, under its first name or its last, is on the disk before the next step of a kind. */
function contentBefore(steps: readonly Step[], named: Step, next: Step['kind']): boolean {
  const at = steps.indexOf(named);
  const until = at + 1 + steps.slice(at + 1).findIndex(({ kind }) => kind === next);
  return steps.slice(0, until).some(({ kind, paths }) => kind === 'flush' && named.paths.includes(paths[0] ?? ''));
}

/** Whether the directory in which a name appears is on the disk before the next step of a kind. */
function namedBefore(steps: readonly Step[], named: Step, next: Step['kind']): boolean {
  const later = steps.slice(steps.indexOf(named) + 1);
  const until = later.slice(
    0,
    later.findIndex(({ kind }) => kind === next),
  );
  const directory = dirname(named.paths.at(-1) ?? '');
  return until.some(({ kind, paths }) => kind === 'flush' && paths[0] === directory);
}

async function stepsOfAppends(): Promise<Step[] | undefined> {
  const output = join(temporaryDirectory(), 'trace');
  const calls = [
    'fsync',
    'fdatasync',
    'rename',
    'renameat',
    'renameat2',
    'link',
    'linkat',
    'mkdir',
    'mkdirat',
    'write',
  ];
  const through = ['strace', '-f', '-y', '-s', '200', '-o', output, '-e', calls.map((call) => `?${call}`).join(',')];
  if (!canRunAs(through)) return undefined;
  const repository = temporaryRepository();
  const journals: readonly JournalName[] = ['runs/r1'];
  const [said] = await runWriters([{ repository, writer: 'w', journals, events: 3, attachments: true }], { through });
  expect(said?.acks).toHaveLength(3);
  return parse(readFileSync(output, 'utf8')).filter(
    ({ kind, paths }) => kind === 'ack' || paths[0]?.startsWith(repository),
  );
}

/** The calls that succeeded. One that another thread interrupts stands on two lines, and is done at the second. */
function parse(trace: string): Step[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line): Step[] => {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (call.endsWith('<unfinished ...>')) {
      begun.set(thread, call);
      return [];
    }
    const whole = call.startsWith('<...') ? `${begun.get(thread)}${call}` : call;
    if (!/ = \d+/.test(whole)) return [];
    const [, name = ''] = /^([a-z]+)/.exec(whole) ?? [];
    const quoted = [...whole.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path);
    const [, opened = ''] = /^\w+\(\d+<([^>]*)>/.exec(whole) ?? [];
    if (name === 'fsync' || name === 'fdatasync') return [{ kind: 'flush', paths: [opened] }];
    if (name === 'write') return quoted[0]?.startsWith('ack ') ? [{ kind: 'ack', paths: [] }] : [];
    const kind = (['rename', 'link', 'mkdir'] as const).find((word) => name.startsWith(word));
    return kind === undefined ? [] : [{ kind, paths: quoted }];
  });
}
