import { describe, expect, it } from 'vitest';
import { CONTEXT_FIELDS } from './context-fields.ts';
import { configTriggers, parseCustomTriggers } from './custom-triggers.ts';
import { ESCALATE, STANDARD_TRIGGERS, TRIGGER_PATTERN } from './triggers.ts';

const FILE = '.protocol-state/custom-triggers.json';
const contextOf = (name: string) => STANDARD_TRIGGERS.find((trigger) => trigger.name === name)?.context;

describe('the standard triggers', () => {
  it.each([
    ['@security-review', 'implementation-specialist', 'security-analyst'],
    ['@user-review', 'implementation-specialist', 'mission-control'],
    ['@remediation-required', 'security-analyst', 'implementation-specialist'],
    ['@re-review', 'implementation-specialist', 'security-analyst'],
    ['@approved', 'security-analyst', 'mission-control'],
    ['@brief-implementation', 'mission-control', 'implementation-specialist'],
    ['@brief-security', 'mission-control', 'security-analyst'],
    ['@brief-design', 'mission-control', 'ux-specialist'],
    ['@implement-design', 'ux-specialist', 'implementation-specialist'],
    ['@security-ux-review', 'ux-specialist', 'security-analyst'],
    [ESCALATE, 'any', 'mission-control'],
  ])('hold %s from %s to %s', (name, source, target) => {
    expect(STANDARD_TRIGGERS.filter((trigger) => trigger.name === name)).toMatchObject([{ source, target }]);
    expect(STANDARD_TRIGGERS).toHaveLength(11);
  });

  it('carry the fields of the specification [R003-40] [R003-41] [R003-42] [R003-43] [R003-44] [R003-45]', () => {
    expect(contextOf('@security-review')).toEqual([
      ...['files_modified', 'tier_level', 'implementation_scope', 'test_coverage'],
    ]);
    expect(contextOf('@user-review')).toEqual(['implementation_complete', 'backup_location', 'rollback_plan']);
    expect(contextOf('@remediation-required')).toEqual([
      ...['security_findings', 'remediation_required', 'sec_ids', 'verification_criteria'],
    ]);
    expect(contextOf('@brief-implementation')).toEqual([
      ...['project_state', 'current_tasks', 'tier_guidance', 'protocol_updates'],
    ]);
    expect(contextOf('@implement-design')).toEqual([
      ...['design_specifications', 'mockups', 'user_flows', 'accessibility_requirements'],
    ]);
    expect(contextOf(ESCALATE)).toEqual(['violation_type', 'severity', 'agent_name', 'timestamp']);
  });

  it('have the form of a trigger, and carry documented fields only', () => {
    for (const { name, context } of STANDARD_TRIGGERS) {
      expect(name).toMatch(TRIGGER_PATTERN);
      for (const field of context) expect(Object.keys(CONTEXT_FIELDS)).toContain(field);
    }
  });
});

describe('custom triggers', () => {
  it('are added with source, target, context and description [R003-25]', () => {
    const text = `{
      "custom_triggers": {
        "@performance-review": {
          "source": "yuuji",
          "target": "megumi",
          "context": ["benchmark_results", "profiling_data"],
          "description": "Request performance analysis"
        }
      }
    }`;
    expect(parseCustomTriggers(text, FILE).triggers).toEqual([
      {
        name: '@performance-review',
        source: 'yuuji',
        target: 'megumi',
        context: ['benchmark_results', 'profiling_data'],
        description: 'Request performance analysis',
      },
    ]);
  });

  it.each([
    ['{', `${FILE} is no JSON`],
    ['{"triggers": {}}', `${FILE}: custom_triggers is no object`],
    ['{"custom_triggers": {"@Fast": {"source": "a", "target": "b"}}}', 'trigger "@Fast" has no name of a trigger'],
    [
      '{"custom_triggers": {"@go": {"source": "a"}}}',
      'trigger "@go" cannot be read: target is missing (expected text)',
    ],
    [
      '{"custom_triggers": {"@go": {"source": "a", "target": "b", "context": "x"}}}',
      'context is "x" (expected a list)',
    ],
    ['{"custom_triggers": {"@go": 5}}', 'trigger "@go" cannot be read: the value is 5 (expected an object)'],
    ['{"custom_triggers": {"@approved": {"source": "a", "target": "b"}}}', '"@approved" is a standard one'],
    ['{"custom_triggers": {"__proto__": {"source": "a", "target": "b"}}}', 'this key is not allowed'],
    [' '.repeat(200_001), 'larger than 200000 characters'],
  ])('that are malformed are refused by name: %s [R003-26]', (text, message) => {
    expect(() => parseCustomTriggers(text, FILE)).toThrow(message);
  });

  it('in baton.yaml may go without their sign', () => {
    const [first] = configTriggers({ tune: { source: 'any', target: 'b' } }).triggers;
    expect(first).toEqual({ name: '@tune', source: 'any', target: 'b', context: [], description: '' });
    expect(configTriggers(undefined)).toEqual({ triggers: [], names: {} });
    expect(() => configTriggers({ 'no name': {} })).toThrow('baton.yaml: trigger "@no name" has no name of a trigger');
    expect(() => configTriggers([])).toThrow('baton.yaml: triggers is no object');
  });

  it('may say of agents that they raise a standard trigger, with the fields it always carries', () => {
    const { triggers } = configTriggers({ '@approved': { source: 'megumi', target: 'gojo' } });
    expect(triggers).toMatchObject([{ name: '@approved', source: 'megumi', context: contextOf('@approved') }]);
    expect(() => configTriggers({ '@approved': { source: 'gojo', target: 'megumi' } })).toThrow(
      '"@approved" is a standard one and goes from security-analyst to mission-control',
    );
  });

  it('may map a trigger of a workflow to the word by which agents raise it', () => {
    expect(configTriggers({ '@re-review': '@security-review' })).toEqual({
      triggers: [],
      names: { '@re-review': '@security-review' },
    });
    expect(() => configTriggers({ '@re-review': 'review' })).toThrow('is raised by "review", which is no trigger');
  });
});
