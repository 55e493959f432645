import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TDD } from '../../test/workflow/built-in.ts';
import { stageDiagram, workflowDiagram } from './diagram.ts';
import { drawDocument } from './document.ts';
import { readWorkflow } from './workflow.ts';

const PHASE = { agent: 'a', writes: ['docs/**'], gates: ['scope'], on: { complete: 'end' }, commit: 'docs' };

describe('the diagram of a workflow', () => {
  it('shows its phases and where each outcome leads', () => {
    expect(workflowDiagram(TDD).split('\n')).toEqual([
      '```mermaid',
      'stateDiagram-v2',
      '    [*] --> plan',
      '    plan --> red: complete',
      '    plan --> [*]: done',
      '    red --> green: complete',
      '    green --> refactor: complete',
      '    refactor --> plan: complete',
      '```',
    ]);
  });

  it('gives names that Mermaid cannot have a title, and shows people and who takes over', () => {
    const on = { complete: 'state', '@unsure': 'ask', '@good': 'end', '@fine': 'end' };
    const blocked = { 'odd: reason;': 'state', unknown: 'ask' };
    const phases = { 'security-review': { ...PHASE, gates: ['handoff'], on, blocked }, state: PHASE };
    const workflow = readWorkflow({ name: 'w', description: 'd', start: 'security-review', phases });
    expect(workflowDiagram(workflow).split('\n').slice(2, -1)).toEqual([
      '    state "security-review" as P1',
      '    state "state" as P2',
      '    state "a person decides" as ask',
      '    [*] --> P1',
      '    P1 --> P2: complete, blocked by odd reason ',
      '    P1 --> ask: @unsure, blocked by unknown',
      '    P1 --> [*]: @good, @fine',
      '    P2 --> [*]: complete',
    ]);
  });
});

describe('the diagram of a workflow with help', () => {
  it('shows approvals, ways back, what is passed over, and where agents of any phase lead', () => {
    const build = { ...PHASE, gates: ['handoff'], on: { '@ok': { to: 'check', approval: true }, '@no': 'end' } };
    const check = { ...PHASE, tiers: ['critical'], otherwise: 'end' };
    const help = { ...PHASE, on: { complete: 'back' }, max_visits: 2 };
    const more = { routing: { unknown: 'help', out_of_scope: 'ask' }, escalate: 'help' };
    const phases = { build, check, help };
    const workflow = readWorkflow({ name: 'w', description: 'd', start: 'build', phases, ...more });
    expect(workflowDiagram(workflow).split('\n').slice(2, -1)).toEqual([
      '    state "a person decides" as ask',
      '    state "back to whoever was stopped" as back',
      '    state "an agent of any phase" as ANYBODY',
      '    [*] --> build',
      '    build --> check: @ok (approval)',
      '    build --> [*]: @no',
      '    check --> [*]: complete, passed over',
      '    help --> back: complete',
      '    ANYBODY --> help: blocked by unknown, @escalate',
      '    ANYBODY --> ask: blocked by out_of_scope',
    ]);
  });
});

describe('the diagram of the stages', () => {
  it('begins with the baseline and has lines that Mermaid can read', () => {
    const [fence, kind, first, ...rest] = stageDiagram().split('\n');
    expect([fence, kind, first, rest.at(-1)]).toEqual(['```mermaid', 'stateDiagram-v2', '    [*] --> baseline', '```']);
    for (const line of rest.slice(0, -2)) expect(line).toMatch(/^ {4}[a-z]+ --> [a-z]+: [^:;#]+$/);
  });
});

describe('docs/workflow.md', () => {
  const document = readFileSync(new URL('../../docs/workflow.md', import.meta.url), 'utf8');

  it('has the diagrams and tables that the code makes', () => {
    expect(document, 'run `npm run build && node scripts/diagram.mjs`').toBe(drawDocument(document, TDD));
  });

  it('has all of them', () => {
    const keys = ['keys of a workflow', 'keys of a phase', 'keys of an outcome', 'gates'];
    for (const name of ['tdd', 'phases of tdd', 'stages', 'table of stages', 'from anywhere', ...keys]) {
      expect(document).toMatch(new RegExp(`<!-- ${name} -->\\n\\n[^]+\\n\\n<!-- /${name} -->`));
    }
    expect(document).toContain(workflowDiagram(TDD));
    expect(document).toContain(stageDiagram());
  });

  it('keeps what stands round them, and has no others made', () => {
    const text = 'before\n<!-- stages -->\nold\n<!-- /stages -->\nafter\n';
    expect(drawDocument(text, TDD)).toBe(`before\n<!-- stages -->\n\n${stageDiagram()}\n\n<!-- /stages -->\nafter\n`);
    expect(drawDocument('nothing to draw', TDD)).toBe('nothing to draw');
  });

  it('shows the globs of a phase that names some', () => {
    const workflow = readWorkflow({ name: 'w', description: 'd', start: 'write', phases: { write: PHASE } });
    const drawn = drawDocument('<!-- phases of w --><!-- /phases of w -->', workflow);
    expect(drawn).toContain('| write | a     | docs/**    | scope | a person decides          |');
  });
});
