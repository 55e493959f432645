import { expect, it } from 'vitest';
import { BatonError } from '../../base/error.ts';
import { HANDOFF_STATUSES } from '../lifecycle.ts';
import { A2A_STATES, fromA2aStatus, toA2aStatus } from './a2a.ts';

it('every status leads to a state of A2A and back', () => {
  for (const status of HANDOFF_STATUSES) {
    expect(A2A_STATES).toContain(toA2aStatus(status).state);
    expect(fromA2aStatus(toA2aStatus(status))).toBe(status);
    expect(Object.isFrozen(toA2aStatus(status))).toBe(true);
  }
});

it('the metadata holds the status only where the state does not lead back', () => {
  expect(toA2aStatus('pending')).toEqual({ state: 'SUBMITTED' });
  expect(toA2aStatus('in_progress')).toEqual({ state: 'WORKING' });
  expect(toA2aStatus('accepted')).toEqual({ state: 'WORKING', metadata: { baton_status: 'accepted' } });
  expect(toA2aStatus('failed')).toEqual({ state: 'FAILED' });
  expect(toA2aStatus('expired')).toEqual({ state: 'FAILED', metadata: { baton_status: 'expired' } });
  expect(toA2aStatus('cancelled')).toEqual({ state: 'CANCELED' });
  expect(toA2aStatus('rejected')).toEqual({ state: 'REJECTED' });
  expect(toA2aStatus('completed')).toEqual({ state: 'COMPLETED' });
});

it('a state is read with and without its prefix and in the spelling of older versions', () => {
  for (const spelling of [
    'INPUT_REQUIRED',
    'TASK_STATE_INPUT_REQUIRED',
    'input-required',
    'AUTH_REQUIRED',
    'working',
  ]) {
    expect(fromA2aStatus(spelling)).toBe('in_progress');
    expect(fromA2aStatus({ state: spelling, timestamp: '2026-01-01T00:00:00Z' })).toBe('in_progress');
  }
  expect(fromA2aStatus('TASK_STATE_CANCELED')).toBe('cancelled');
  expect(fromA2aStatus('submitted')).toBe('pending');
});

it('the status in the metadata counts only where it fits the state', () => {
  expect(fromA2aStatus({ state: 'TASK_STATE_WORKING', metadata: { baton_status: 'accepted' } })).toBe('accepted');
  expect(fromA2aStatus({ state: 'COMPLETED', metadata: { baton_status: 'accepted' } })).toBe('completed');
  expect(fromA2aStatus({ state: 'WORKING', metadata: { baton_status: 'constructor' } })).toBe('in_progress');
  expect(fromA2aStatus({ state: 'WORKING', metadata: { baton_status: ['accepted'] } })).toBe('in_progress');
  expect(fromA2aStatus({ state: 'WORKING', metadata: 'accepted' })).toBe('in_progress');
});

it('any other state is refused with the states there are', () => {
  const refused = [
    'DONE',
    'TASK_STATE_UNSPECIFIED',
    'Working',
    'input_required',
    '',
    '__proto__',
    {},
    { state: 5 },
    [],
    { state: ['WORKING'] },
  ];
  for (const given of refused) {
    const read = () => fromA2aStatus(given);
    expect(read).toThrow(BatonError);
    expect(read).toThrow(/^Invalid A2A task state: .* \(expected SUBMITTED, WORKING, .*, AUTH_REQUIRED\)\.$/);
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_task_state' }));
  }
});
