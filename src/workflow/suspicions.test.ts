import { describe, expect, it } from 'vitest';
import {
  completePhase,
  hash,
  passGates,
  playPhase,
  playSession,
  playUntil,
  proveBaseline,
  refuseGate,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import type { RunSettings } from './event-data.ts';
import { tellSuspicion, tellUnsabotaged } from './suspicions.ts';

const FOUND = { code: 'retries', message: 'A test is retried', path: 'stack.test.ts', line: 7 };
const WHY = 'no function was written';

const suspect = (told: Tale, ...suspicions: (typeof FOUND)[]) => told.tell('suspicion.raised', { suspicions });

/** A run whose green is due. */
function atGreen(settings: Partial<RunSettings> = {}, rules?: number): Tale {
  return playUntil(proveBaseline(startTale({ settings, ...(rules === undefined ? {} : { rules }) })), 'green');
}

describe('a suspicion', () => {
  it('counts once what it is about is accepted, with its phase and cycle, and once', () => {
    const told = playSession(atGreen());
    suspect(told, FOUND);
    suspect(told, FOUND, { ...FOUND, line: 8 });
    expect(told.state.knowledge.suspicions).toEqual([]);
    completePhase(passGates(told));
    const place = { phase: 'green', cycle: 1 };
    expect(told.state.knowledge.suspicions).toEqual([
      { ...place, ...FOUND },
      { ...place, ...FOUND, line: 8 },
    ]);
  });

  it('is gone with a candidate that is refused, and with a session that is lost', () => {
    const told = playSession(atGreen());
    suspect(told, FOUND);
    refuseGate(told, 'still_failing');
    const { session = '' } = playSession(told).state.candidate ?? {};
    suspect(told, FOUND);
    told.tell('session.ended', { session, ended: 'lost', usage: { tokens: 0, usd: 0, ms: 0 } });
    playPhase(told);
    expect(told.state).toMatchObject({ phase: 'refactor', knowledge: { suspicions: [] } });
  });

  it('is gone with accepted work that is taken back, and only then', () => {
    const told = playSession(atGreen());
    const before = told.state.base.commit;
    suspect(told, FOUND);
    completePhase(passGates(told));
    playPhase(told);
    rollBack(told, told.state.milestones.at(-2)?.commit);
    expect(told.state.knowledge.suspicions).toHaveLength(1);
    rollBack(told, before);
    expect(told.state.knowledge.suspicions).toEqual([]);
  });

  it('of nothing that is judged changes nothing', () => {
    const told = atGreen();
    const before = told.state;
    suspect(told, FOUND);
    expect(told.state).toEqual({ ...before, seq: before.seq + 1 });
  });

  it('is told in a line', () => {
    expect(tellSuspicion({ phase: 'green', cycle: 2, ...FOUND })).toBe(
      'green of cycle 2: retries in stack.test.ts:7: A test is retried',
    );
  });
});

describe('work that could not be sabotaged', () => {
  const unsabotaged = { sabotage: { unsabotaged: WHY } };

  it('is accepted as such', () => {
    const told = playPhase(atGreen(), unsabotaged);
    expect(told.state).toMatchObject({ phase: 'refactor', ask: undefined });
    expect(told.state.knowledge.unsabotaged).toEqual([{ phase: 'green', cycle: 1, why: WHY }]);
  });

  it('waits for a person in the tier critical, and is accepted with their word', () => {
    const told = passGates(playSession(atGreen({ tier: 'critical' })), unsabotaged);
    expect(told.due).toMatchObject({ kind: 'open_ask' });
    expect(told.state.need?.about).toContain(`It could not be tried what its tests notice: ${WHY}.`);
    const tree = told.state.candidate?.tree ?? '';
    told.tell('ask.opened', { ask: 'ask-1', kind: 'approval', about: 'May it?', tree });
    told.tell('ask.answered', { ask: 'ask-1', answer: { kind: 'approval', approved: true } });
    completePhase(told, { commit: hash(99) });
    expect(told.state).toMatchObject({ phase: 'refactor', knowledge: { unsabotaged: [{ why: WHY }] } });
  });

  it('asks nobody in other tiers, nor in a run of older rules, nor where all could be tried', () => {
    const goesOn = [
      passGates(playSession(atGreen({ tier: 'standard' })), unsabotaged),
      passGates(playSession(atGreen({ tier: 'critical' }, 4)), unsabotaged),
      passGates(playSession(atGreen({ tier: 'critical' })), { sabotage: {} }),
    ];
    expect(goesOn.map(({ state }) => state.stage)).toEqual(['settled', 'settled', 'settled']);
  });

  it('is told with all phases that have the same reason', () => {
    const of = (phase: string, cycle: number, why = WHY) => ({ phase, cycle, why });
    expect(tellUnsabotaged([of('green', 1), of('green', 3), of('green', 2, 'x'), of('fix', 1)])).toEqual([
      `unsabotaged in green of cycles 1, 3: ${WHY}`,
      'unsabotaged in green of cycle 2: x',
      `unsabotaged in fix of cycle 1: ${WHY}`,
    ]);
  });
});
