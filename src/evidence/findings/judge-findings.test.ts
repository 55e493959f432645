import { describe, expect, it } from 'vitest';
import { type FindingsInput, judgeFindings, type ReportedFinding } from './judge-findings.ts';

const SECRET: ReportedFinding = {
  sec_id: 'SEC-001',
  severity: 'HIGH',
  category: 'A02:2021 - Cryptographic Failures',
  description: 'JWT secret stored in plaintext',
};
const MOVED = 'Secret moved to .env file';
const REMOVED = 'Hardcoded secret removed from source';
const CRITERIA = [MOVED, REMOVED];
const OPEN = {
  known: [{ ...SECRET, status: 'open' as const }],
  open: CRITERIA.map((text) => ({ text, sec_ids: ['SEC-001'] })),
};

function judge(more: Partial<FindingsInput<ReportedFinding>>) {
  const nothing = { reported: [], unreadable: [], criteria: [], verification: {}, known: [], open: [] };
  return judgeFindings({ outcome: '@approved', isCritical: false, ...nothing, ...more });
}
const codes = (more: Parameters<typeof judge>[0]) => judge(more).reasons.map(({ code }) => code);

describe('a review', () => {
  it('opens what it finds, with the criteria of its fix', () => {
    const found = { outcome: '@remediation-required', reported: [SECRET], criteria: CRITERIA };
    expect(judge(found)).toEqual({ reasons: [], opens: [{ finding: SECRET, criteria: CRITERIA }], closes: [] });
    expect(judge({ ...found, ...OPEN }).opens, 'known by now').toEqual([]);
  });

  it('closes a finding once each of its criteria was checked off [R003-61]', () => {
    expect(judge({ ...OPEN, verification: { [MOVED]: true, [REMOVED]: true } })).toMatchObject({
      reasons: [],
      closes: [{ sec_id: 'SEC-001', reason: `verified: ${MOVED}; ${REMOVED}` }],
    });
    expect(judge({ ...OPEN, verification: { [MOVED]: true, [REMOVED]: false } })).toMatchObject({
      reasons: [],
      closes: [],
    });
  });

  it('does not approve while a criterion was not looked at', () => {
    expect(codes({ ...OPEN, verification: { [MOVED]: true } })).toEqual(['criterion_unchecked']);
    expect(codes({ ...OPEN, verification: { [MOVED]: true, [REMOVED]: 'yes' } })).toEqual(['criterion_unchecked']);
    expect(judge({ ...OPEN }).reasons[0]?.message).toContain(`{"${MOVED}": true}`);
  });

  it.each(['HIGH', 'CRITICAL'])(
    'does not approve a critical run while a finding of severity %s is open',
    (severity) => {
      const finding = { ...SECRET, severity };
      const known = [{ ...finding, status: 'open' as const }];
      const verification = { [MOVED]: true, [REMOVED]: false };
      expect(codes({ ...OPEN, known, verification, isCritical: true })).toEqual(['finding_open']);
      expect(codes({ reported: [finding], isCritical: true })).toEqual(['finding_open']);
      expect(codes({ ...OPEN, known, verification })).toEqual([]);
    },
  );

  it('approves a critical run with a mild finding open', () => {
    expect(codes({ reported: [{ ...SECRET, severity: 'LOW' }], isCritical: true })).toEqual([]);
  });

  it('asks for fixes only of something, and by criteria', () => {
    const outcome = '@remediation-required';
    expect(codes({ outcome })).toEqual(['finding_invalid']);
    expect(codes({ outcome, reported: [SECRET] })).toEqual(['finding_invalid']);
    expect(codes({ outcome, ...OPEN })).toEqual([]);
    expect(codes({ outcome, ...OPEN, verification: { [MOVED]: true, [REMOVED]: true } })).toEqual(['finding_invalid']);
  });

  it.each<[string, Partial<ReportedFinding>]>([
    ['another description', { description: 'Something else' }],
    ['a milder severity', { severity: 'LOW' }],
  ])('may not bring an id again with %s', (_, other) => {
    expect(codes({ ...OPEN, outcome: '@remediation-required', reported: [{ ...SECRET, ...other }] })).toEqual([
      'finding_invalid',
    ]);
  });

  it('may not report one id twice, nor what cannot be read', () => {
    const outcome = '@remediation-required';
    expect(codes({ outcome, reported: [SECRET, SECRET], criteria: CRITERIA })).toEqual(['finding_invalid']);
    expect(codes({ outcome: 'complete', unreadable: ['severity is "BAD".'] })).toEqual(['finding_invalid']);
  });

  it('reopens a finding that was closed, and leaves one open that it reports again', () => {
    const known = [{ ...SECRET, status: 'closed' as const }];
    const outcome = '@remediation-required';
    expect(judge({ outcome, known, reported: [SECRET], criteria: CRITERIA }).opens).toHaveLength(1);
    const verification = { [MOVED]: true, [REMOVED]: true };
    expect(judge({ ...OPEN, outcome, reported: [SECRET], verification })).toMatchObject({ reasons: [], closes: [] });
  });

  it('adds criteria to a finding that is known', () => {
    const outcome = '@remediation-required';
    const criteria = ['Environment variable validated at startup'];
    expect(judge({ ...OPEN, outcome, reported: [SECRET], criteria }).opens).toEqual([{ finding: SECRET, criteria }]);
  });

  it('closes a finding without criteria by its word', () => {
    const known = [{ ...SECRET, status: 'open' as const }];
    const reported = [{ ...SECRET, status: 'closed' as const }];
    expect(judge({ known, reported }).closes).toEqual([expect.objectContaining({ sec_id: 'SEC-001' })]);
    expect(judge({ ...OPEN, reported }).closes, 'but not one that has them').toEqual([]);
  });

  it('looks up criteria as they are, whatever they are called', () => {
    const open = [{ text: 'constructor', sec_ids: ['SEC-001'] }];
    expect(codes({ known: OPEN.known, open })).toEqual(['criterion_unchecked']);
  });
});
