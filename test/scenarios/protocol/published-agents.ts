import type { Files } from './project.ts';

/** Agents in the shape of the published ones: no `@re-review`, no `@approved`, tools in the words of that system. */
export const PUBLISHED_AGENTS: Files = {
  'protocol/gojo.agent.md': agent('Mission Control', 'read write edit bash grep glob todowrite task', [
    ['yuuji', '@brief-implementation', 'project_state current_tasks tier_guidance protocol_updates'],
    ['megumi', '@brief-security', 'pending_reviews open_sec_ids compliance_status tier_guidance'],
    ['nobara', '@brief-design', 'project_vision design_system user_context tier_guidance'],
  ]),
  'protocol/megumi.agent.md': agent('Security Analyst', 'read write grep glob todowrite task webfetch', [
    ['yuuji', '@remediation-required', 'security_findings remediation_required sec_ids verification_criteria'],
    ['gojo', '@escalate', 'critical_findings compliance_violations review_blocked user_override_requested'],
  ]),
  'protocol/nobara.agent.md': agent('Designer', 'read write edit grep glob todowrite websearch', [
    ['yuuji', '@implement-design', 'design_specifications mockups user_flows accessibility_requirements'],
    ['megumi', '@security-ux-review', 'sensitive_data_flows authentication_ux permission_models'],
  ]),
  'protocol/yuuji.agent.md': agent('Implementer', 'read write edit bash grep glob todowrite task', [
    ['megumi', '@security-review', 'files_modified tier_level implementation_scope test_coverage'],
    ['gojo', '@user-review', 'implementation_complete backup_location rollback_plan'],
  ]),
};

function agent(title: string, tools: string, handoffs: readonly (readonly [string, string, string])[]): string {
  const list = (words: string, indent: string) => words.split(' ').map((word) => `${indent}- ${word}`);
  return [
    ...['---', 'target: vscode', `name: "The ${title}"`, 'description: "One of four"', 'tools:', ...list(tools, '  ')],
    'handoffs:',
    ...handoffs.flatMap(([to, trigger, context]) => [
      ...[`  - agent: ${to}`, `    trigger: "${trigger}"`, '    context:', ...list(context, '      ')],
    ]),
    ...['---', '', `You are the ${title}.`, ''],
  ].join('\n');
}
