import { describe, expect, it } from 'vitest';
import { completedData } from '../../test/recorded-run.ts';
import { parseTddNote, writeTddNote } from '../handoff/dialects/tdd-note.ts';
import type { JournalEvent } from './event.ts';
import { noteFor } from './note.ts';

const COMMIT = 'a'.repeat(40);

function completed(more: Partial<JournalEvent> = {}, data: Readonly<Record<string, unknown>> = {}): JournalEvent {
  return {
    v: 1,
    seq: 7,
    type: 'phase.completed',
    at: '2026-01-31T12:00:00.000Z',
    run: 'r1',
    phase: 'red',
    cycle: 2,
    attempt: 3,
    actor: 'baton',
    data: completedData({ commit: COMMIT, next_phase: 'green', test_result: 'FAIL', session_id: 's1', ...data }),
    ...more,
  };
}

describe('the note of a completed phase', () => {
  it('says what the event says, with phases in upper case and the entry it comes from [R001-51] [R001-55]', () => {
    const { commit, notes, note } = noteFor(completed(), 'e'.repeat(40));
    expect({ commit, notes }).toEqual({ commit: COMMIT, notes: 'tdd-handoffs' });
    expect(note).toEqual({
      phase: 'RED',
      next_phase: 'GREEN',
      cycle: 2,
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
      session_id: 's1',
      run: 'r1',
      handoff: 'h-1',
      journal: 'e'.repeat(40),
    });
  });

  it('has every field also where the event says little, and is one Baton may write [R001-52]', () => {
    const little = completed({}, {}).data;
    const { workflow, commit, next_phase } = little;
    const event = completed({ cycle: undefined, attempt: 3, data: { workflow, commit, next_phase } });
    const { note } = noteFor(event, 'e1');
    expect(Object.values(note)).not.toContain(undefined);
    expect(note).toMatchObject({ cycle: 1, current_test: null, pending_tests: [], retry_count: 2, session_id: null });
    expect(parseTddNote(writeTddNote(note))).toEqual(note);
  });

  it('says where it could not be tried what its tests notice, and nothing of it else', () => {
    expect(noteFor(completed({}, { strength: 'unsabotaged' }), 'e1').note.strength).toBe('unsabotaged');
    expect(noteFor(completed(), 'e1').note).not.toHaveProperty('strength');
  });

  it('gives its time in UTC [R001-36]', () => {
    expect(noteFor(completed({ at: '2026-01-31T14:00:00+02:00' }), 'e1').note.timestamp).toBe(
      '2026-01-31T12:00:00.000Z',
    );
    expect(noteFor(completed({ at: '2026-01-31T12:00:00Z' }), 'e1').note.timestamp).toBe('2026-01-31T12:00:00Z');
  });

  it('belongs to the notes of its workflow', () => {
    const event = completed({ phase: 'security-review' }, { workflow: 'domain-zero', next_phase: 'complete' });
    expect(noteFor(event, 'e1')).toMatchObject({
      notes: 'domain-zero-handoffs',
      note: { phase: 'SECURITY-REVIEW', next_phase: 'COMPLETE' },
    });
  });

  it('does not carry what the event holds for others', () => {
    expect(noteFor(completed({}, { tree: 'x', proof: {} }), 'e1').note).not.toHaveProperty('proof');
  });

  it.each([
    [{ type: 'gate.passed' }, {}, /type is "gate.passed"/],
    [{ phase: undefined }, {}, /phase is missing/],
    [{}, { commit: 'HEAD' }, /commit is "HEAD" \(expected an object id of git\)/],
    [{}, { workflow: '../x' }, /workflow is "..\/x"/],
    [{}, { next_phase: 'GREEN' }, /next_phase is "GREEN" \(expected a lower-case word/],
    [{}, { test_result: 'maybe' }, /test_result is "maybe"/],
  ])('is not made from an event that is no such thing: %j %j', (more, data, why) => {
    expect(() => noteFor(completed(more, data), 'e1')).toThrow(why);
    expect(() => noteFor(completed(more, data), 'e1')).toThrow(expect.objectContaining({ code: 'corrupt_journal' }));
  });
});
