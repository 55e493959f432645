import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTEXT_FIELDS, checkContext, whyUnusable } from './context-fields.ts';

const accepts = (field: string, value: unknown): boolean =>
  checkContext([field], { [field]: value }, {}).invalid.length === 0;

const FINDING = {
  sec_id: 'SEC-001',
  severity: 'HIGH',
  category: 'A02:2021 - Cryptographic Failures',
  description: 'JWT secret stored in plaintext',
  location: 'src/auth/jwt.ts:12',
  recommendation: 'Use environment variables for secrets',
};

describe('a context field has a type', () => {
  it.each([
    ['files_modified', ['src/auth/login.ts'], 'src/auth/login.ts'],
    ['files_created', [], [5]],
    ['files_deleted', ['a'], {}],
  ])('%s: paths [R003-27]', (field, right, wrong) => {
    expect([accepts(field, right), accepts(field, wrong)]).toEqual([true, false]);
  });

  it.each([
    ['rapid', true],
    ['standard', true],
    ['critical', true],
    ['extreme', false],
    [2, false],
  ])('tier_level: %j [R003-28]', (value, expected) => {
    expect(accepts('tier_level', value)).toBe(expected);
  });

  it('tier_requirements: kinds of tests, depth of review, benchmarks [R003-29]', () => {
    const given = { tests: ['unit', 'e2e'], security_review: 'enhanced', performance_benchmarks: true };
    expect(accepts('tier_requirements', given)).toBe(true);
    expect(accepts('tier_requirements', { ...given, coverage: 0.95 })).toBe(true);
    expect(accepts('tier_requirements', { ...given, security_review: 'some' })).toBe(false);
    expect(accepts('tier_requirements', { tests: ['unit'] })).toBe(false);
  });

  it('implementation_scope is a text, feature_requirements and acceptance_criteria are lists [R003-30]', () => {
    expect(accepts('implementation_scope', 'JWT-based authentication system')).toBe(true);
    expect(accepts('implementation_scope', ['JWT'])).toBe(false);
    for (const field of ['feature_requirements', 'acceptance_criteria']) {
      expect([accepts(field, ['All tests pass']), accepts(field, 'All tests pass')]).toEqual([true, false]);
    }
  });

  it('test_coverage: percentages from 0 to 100 [R003-31]', () => {
    expect(accepts('test_coverage', { statements: 95, branches: 88, functions: 100, lines: 0 })).toBe(true);
    expect(accepts('test_coverage', { statements: 95 })).toBe(true);
    for (const wrong of [{}, { lines: 101 }, { lines: -1 }, { lines: '90%' }, 95]) {
      expect(accepts('test_coverage', wrong)).toBe(false);
    }
  });

  it('test_types: names; test_results: counts [R003-32]', () => {
    expect([accepts('test_types', ['unit']), accepts('test_types', 'unit')]).toEqual([true, false]);
    expect(accepts('test_results', { total: 24, passed: 24, failed: 0 })).toBe(true);
    expect(accepts('test_results', { total: 24, passed: 23, failed: 0, skipped: 1 })).toBe(true);
    expect(accepts('test_results', { total: 24, passed: 24 })).toBe(false);
    expect(accepts('test_results', { total: 1.5, passed: 1, failed: 0 })).toBe(false);
  });

  it('security_findings: findings with all their parts [R003-33]', () => {
    expect(accepts('security_findings', [FINDING])).toBe(true);
    for (const part of Object.keys(FINDING)) {
      expect(accepts('security_findings', [{ ...FINDING, [part]: undefined }])).toBe(false);
    }
    expect(accepts('security_findings', [{ ...FINDING, severity: 'high' }])).toBe(false);
    expect(accepts('security_findings', [{ ...FINDING, sec_id: 'one two' }])).toBe(false);
  });

  it('remediation_required: true or false; sec_ids and verification_criteria: texts [R003-34]', () => {
    expect([accepts('remediation_required', true), accepts('remediation_required', 'yes')]).toEqual([true, false]);
    expect(accepts('sec_ids', ['SEC-001: Review hashing algorithm'])).toBe(true);
    for (const field of ['sec_ids', 'verification_criteria']) {
      expect([accepts(field, ['SEC-001']), accepts(field, 'SEC-001')]).toEqual([true, false]);
    }
  });

  it('project_state: a status and counts [R003-35]', () => {
    const state = { status: 'ACTIVE', active_features: 2, pending_reviews: 1, open_security_issues: 0 };
    expect(accepts('project_state', state)).toBe(true);
    for (const key of Object.keys(state)) {
      expect(accepts('project_state', { ...state, [key]: -1 })).toBe(false);
      // How many features are active is told only where somebody counted them.
      expect(accepts('project_state', { ...state, [key]: undefined })).toBe(key === 'active_features');
    }
  });

  it('current_tasks and protocol_updates: lists of texts [R003-36]', () => {
    for (const field of ['current_tasks', 'protocol_updates']) {
      expect(accepts(field, ['Add email verification'])).toBe(true);
      for (const wrong of [3, 'Add email verification', [3]]) expect(accepts(field, wrong)).toBe(false);
    }
  });

  it.each([
    ['severity', 'CRITICAL', 'bad'],
    ['timestamp', '2026-01-31T12:00:00.000Z', 'yesterday'],
    ['implementation_complete', false, 'no'],
    ['mockups', ['login.png'], []],
    ['design_specifications', { colours: 'two' }, {}],
    ['user_flows', 'sign in, sign out', ''],
    ['benchmark_results', 12, null],
  ])('%s', (field, right, wrong) => {
    expect([accepts(field, right), accepts(field, wrong)]).toEqual([true, false]);
  });
});

describe('a context is held to the fields a handoff names', () => {
  it('every missing one is told by name, whatever an object inherits', () => {
    const { missing, invalid } = checkContext(
      ['files_modified', 'tier_level', 'toString'],
      { tier_level: 'rapid' },
      {},
    );
    expect(missing).toEqual(['files_modified', 'toString']);
    expect(invalid).toEqual([]);
  });

  it('a wrong one is told with what is allowed, and others are passed over', () => {
    const given = { test_coverage: { lines: 120 }, unasked: {} };
    expect(checkContext(['test_coverage'], given, {}).invalid).toEqual([
      { field: 'test_coverage', problem: 'test_coverage.lines is 120 (expected at most 100)' },
    ]);
  });

  it('own fields are held to their JSON Schema, documented ones to their own type', () => {
    const own = { risk: { type: 'number', maximum: 10 }, tier_level: { type: 'number' }, free: {} };
    expect(
      checkContext(['risk', 'tier_level', 'free'], { risk: 4, tier_level: 'rapid', free: null }, own).invalid,
    ).toEqual([]);
    expect(checkContext(['risk'], { risk: 11 }, own).invalid).toEqual([
      { field: 'risk', problem: 'risk is 11 (expected at most 10)' },
    ]);
    expect(checkContext(['size'], { size: 4 }, { size: { enum: [1, 'two'] } }).invalid).toEqual([
      { field: 'size', problem: 'size is 4 (expected one of the forms that its JSON Schema allows)' },
    ]);
  });

  it('a field that nobody documents only has to say something', () => {
    for (const value of ['x', 0, false, [1], { a: 1 }]) expect(accepts('whatever', value)).toBe(true);
    for (const value of ['', [], {}, null]) expect(accepts('whatever', value)).toBe(false);
  });

  it('a schema that can be used has nothing wrong', () => {
    expect(whyUnusable('risk', { type: 'object', properties: { inner: { $ref: '#' } } })).toBeUndefined();
  });

  it.each([
    { type: 'nmber' },
    { $ref: '#' },
    { $ref: '#/no' },
    { anyOf: [{ $ref: '#' }] },
    { type: 'string', pattern: '(' },
    5,
  ])('the schema %j is refused with the name of its field', (schema) => {
    const problem = /^The context field risk has a JSON Schema that cannot be used: /;
    expect(whyUnusable('risk', schema)).toMatch(problem);
    const check = () => checkContext(['risk'], { risk: 1 }, { risk: schema });
    expect(check).toThrow(problem);
    expect(check).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

it('every field stands in docs/agents.md, with who fills it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` +\| (Baton|the agent) +\| (.+?) +\|$/gm)].map(
    ([, name, who, meaning]) => [name, who === 'Baton' ? 'baton' : 'agent', meaning],
  );
  const fields = Object.entries(CONTEXT_FIELDS).map(([name, { filledBy, description }]) => [
    name,
    filledBy,
    description,
  ]);
  expect(rows).toEqual(fields);
});
