import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BatonError } from '../../base/error.ts';
import { parseTddNote, TDD_PHASES, tddNoteSchema, type WrittenTddNote, writeTddNote } from './tdd-note.ts';

const note: WrittenTddNote = {
  phase: 'RED',
  next_phase: 'GREEN',
  cycle: 2,
  current_test: { id: 't2', description: 'adds two numbers', test_file: 'test/sum.test.ts', impl_file: null },
  pending_tests: ['t3'],
  completed_tests: ['t1'],
  test_result: 'FAIL',
  last_phase_result: { success: true, errors: [] },
  timestamp: '2026-01-31T12:00:00.000Z',
  error: null,
  error_details: { exit_code: 1 },
  retry_count: 0,
  agent: 'test-agent',
  session_id: 's-1',
  run: 'r-1',
  handoff: 'h-1',
  strength: 'unsabotaged',
  journal: 'c0ffee',
};

describe('a note that is read', () => {
  it('comes from its text or an object, frozen all the way down [R001-26] [R001-52]', () => {
    for (const read of [parseTddNote(JSON.stringify(note)), parseTddNote(note)]) {
      expect(read).toEqual(note);
      for (const part of [read, read.current_test, read.pending_tests]) expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('may be one of RedGreenRefactor with little in it', () => {
    const foreign = [
      { phase: 'PLAN', cycle: 0 },
      { phase: 'PLAN', cycle: 1, pending_tests: [], completed_tests: [] },
      { phase: 'PLAN', next_phase: 'RED' },
      { phase: 'RED', next_phase: 'GREEN', test_result: 'FAIL' },
      { phase: 'GREEN', next_phase: 'REFACTOR', current_test: {}, timestamp: '2026-01-31T12:00:00.123456Z' },
      { phase: 'REFACTOR', current_test: null, test_result: null, error: null, retry_count: 3, branch: 'main' },
    ];
    for (const given of foreign) expect(parseTddNote(`${JSON.stringify(given, null, 2)}\n`)).toEqual(given);
  });

  it('may be of another workflow, whose phases are other upper-case words', () => {
    for (const phase of [...TDD_PHASES, 'SECURITY-REVIEW', 'PHASE_2'])
      expect(parseTddNote({ phase }).phase).toBe(phase);
  });
});

describe('a note that is refused', () => {
  it('has a field of the wrong kind, which is named with what is allowed', () => {
    const phases = 'expected an upper-case word such as PLAN, RED, GREEN, REFACTOR, COMPLETE';
    expect(refusal({})).toContain('phase is missing (expected text)');
    expect(refusal({ phase: 'red' })).toContain(`phase is "red" (${phases})`);
    expect(refusal({ phase: 'RED', next_phase: 'NEXT ONE' })).toContain(`next_phase is "NEXT ONE" (${phases})`);
    expect(refusal({ phase: 'RED', cycle: -1 })).toContain('cycle is -1 (expected at least 0)');
    expect(refusal({ phase: 'RED', cycle: 1.5 })).toContain('cycle is 1.5');
    expect(refusal({ phase: 'RED', retry_count: '2' })).toContain('retry_count is "2"');
    expect(refusal({ phase: 'RED', test_result: 'pass' })).toContain('test_result is "pass" (expected "PASS", "FAIL")');
    expect(refusal({ phase: 'RED', pending_tests: [1] })).toContain('pending_tests[0] is 1 (expected text)');
    expect(refusal({ phase: 'RED', timestamp: 'today' })).toContain('timestamp is "today" (expected an ISO 8601 date');
    expect(refusal([])).toContain('the value is a list of 0 (expected an object)');
    expect(() => parseTddNote({})).toThrow(expect.objectContaining({ code: 'invalid_note' }));
  });

  it('is text and no JSON', () => {
    expect(() => parseTddNote('PLAN')).toThrow(SyntaxError);
  });
});

describe('a note that is written', () => {
  it('is indented JSON that reads back as itself [R001-51] [R001-55]', () => {
    expect(writeTddNote(note)).toBe(JSON.stringify(note, null, 2));
    expect(parseTddNote(writeTddNote(note))).toEqual(note);
  });

  it('has its fields in one order, whatever order they were given in, and unknown ones last', () => {
    const shuffled = Object.fromEntries(Object.entries({ extra: { a: 1 }, ...note }).reverse()) as WrittenTddNote;
    expect(Object.keys(JSON.parse(writeTddNote(shuffled)))).toEqual([...Object.keys(tddNoteSchema.shape), 'extra']);
    expect(Object.keys(tddNoteSchema.shape)).toEqual(Object.keys(note));
  });

  it('says its phases, its cycle from 1, its run, and its time in UTC [R001-36]', () => {
    for (const field of ['phase', 'next_phase', 'cycle', 'timestamp', 'run']) {
      const { [field]: _, ...rest } = note;
      expect(() => writeTddNote(rest as WrittenTddNote)).toThrow(`Invalid note: ${field} is missing`);
    }
    expect(() => writeTddNote({ ...note, cycle: 0 })).toThrow('cycle is 0 (expected at least 1)');
    expect(() => writeTddNote({ ...note, timestamp: '2026-01-31T12:00:00+01:00' })).toThrow('timestamp is');
  });
});

it('the note has a JSON Schema with the pattern of a phase and a description for every field', () => {
  const { properties = {} } = z.toJSONSchema(tddNoteSchema);
  for (const [name, field] of Object.entries(properties)) expect(field, name).toHaveProperty('description');
  expect(properties.next_phase).toHaveProperty('pattern', '^[A-Z][A-Z0-9_-]*$');
});

function refusal(given: object): string {
  try {
    parseTddNote(given);
  } catch (error) {
    if (error instanceof BatonError) return error.message;
  }
  throw new Error('it was read');
}
