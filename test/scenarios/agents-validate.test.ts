import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baton, batonJson } from '../baton.ts';
import { temporaryRepository } from '../repository.ts';

function repositoryWith(files: Readonly<Record<string, string>>): string {
  const path = temporaryRepository();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

const YUUJI = `---
name: "Yuuji Itadori"
handoffs:
  - agent: megumi
    trigger: "@security-review"
    context: [files_modified, file_created]
  - agent: nobara
    trigger: "@redesign"
    context: [implementation_scope]
---

Implement.
`;

describe('baton agents validate', () => {
  it('says where a project that has no agents of its own would have them', () => {
    const path = temporaryRepository();
    const { code, out } = baton(path, 'agents', 'validate', '--strict');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^This project has no agents of its own; there are \d\d built-in ones \(baton agents list\)\. /,
    );
    expect(out).toContain(
      'go to .baton/agents/*.agent.md, .github/agents/*.agent.md, .claude/agents/*.md, protocol/*.agent.md.',
    );
    expect(batonJson(path, 'agents', 'validate')).toMatchObject({ valid: true, agents: 0, problems: [] });

    const elsewhere = repositoryWith({ 'baton.yaml': 'agents: [team/*.md]\n' });
    expect(baton(elsewhere, 'agents', 'validate').out).toContain('go to team/*.md.');
  });

  it('tells file, line, column, what is wrong and what was meant, and fails [R003-58] [R003-59]', () => {
    const path = repositoryWith({
      '.github/agents/yuuji.agent.md': YUUJI,
      '.github/agents/helper.agent.md': '---\ndescription: Helps\n---\n\nHelp.\n',
    });
    const { code, out } = baton(path, 'agents', 'validate');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^\.github\/agents\/helper\.agent\.md:1:1: error: no handoffs, .* \[no_handoffs\]$/),
      expect.stringMatching(
        /^\.github\/agents\/yuuji\.agent\.md:6:31: warning: .* Did you mean files_created\? \[undocum/,
      ),
      '.github/agents/yuuji.agent.md:7:12: error: yuuji may not hand to nobara, only to security-analyst, mission-control. [unauthorised_handoff]',
      '2 agents of this project: 2 errors, 1 warning.',
    ]);
  });

  it('gives the same as JSON, and takes warnings for errors where that is asked for', () => {
    const path = repositoryWith({ '.claude/agents/a.md': '---\nname: a\ndescription: x\ntools: Raed\n---\n\nHelp.\n' });
    const found = batonJson(path, 'agents', 'validate');
    expect(found).toMatchObject({ valid: true, agents: 1 });
    expect(found.problems).toEqual([
      {
        severity: 'warning',
        code: 'unknown_tool',
        file: '.claude/agents/a.md',
        line: 4,
        column: 8,
        message: 'tools names "Raed", which neither Claude Code nor VS Code has',
        suggestion: 'Read',
      },
    ]);
    expect(baton(path, 'agents', 'validate').code).toBe(0);
    expect(baton(path, 'agents', 'validate', '--strict').code).toBe(1);
  });

  it('tells a malformed custom trigger by name, and follows the hierarchy of a workflow of the project [R003-26]', () => {
    const path = repositoryWith({
      'baton.yaml': 'workflow: docs\n',
      'baton.workflow.yaml': `name: docs
description: Writes and reviews a page
start: write
orchestrator: reviewer
authority: { writer: [] }
phases:
  write: { agent: writer, writes: anything, gates: [scope], on: { complete: review } }
  review: { agent: reviewer, writes: nothing, gates: [scope], on: { complete: end } }
`,
      '.protocol-state/custom-triggers.json': '{"custom_triggers": {\n  "@page-ready": { "source": "writer" }\n}}\n',
      '.baton/agents/reviewer.agent.md': '---\nhandoffs: []\n---\n\nReview.\n',
      '.baton/agents/writer.agent.md':
        '---\nhandoffs:\n  - { agent: reviewer, trigger: "@page-ready", context: [files_modified] }\n---\n\nWrite.\n',
    });
    const { problems } = JSON.parse(baton(path, 'agents', 'validate', '--json').out);
    expect(problems.map(({ code, file, line }: Record<string, unknown>) => `${code} ${file}:${line}`)).toEqual([
      'unauthorised_handoff .baton/agents/writer.agent.md:3',
      'custom_trigger_invalid .protocol-state/custom-triggers.json:2',
    ]);
    expect(problems[1].message).toContain('"@page-ready"');
  });

  it('draws who hands to whom', () => {
    const path = repositoryWith({ '.github/agents/yuuji.agent.md': YUUJI });
    expect(baton(path, 'agents', 'validate', '--mermaid').out).toContain('|"@security-review"|');
    expect(baton(path, 'agents', 'validate', '--dot').out).toContain(
      '"yuuji" -> "security-analyst" [label="@security-review"];',
    );
  });
});
