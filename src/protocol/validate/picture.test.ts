import { expect, it } from 'vitest';
import { dot, mermaid } from './picture.ts';
import { validateAgents } from './validate.ts';

const KNOWN = { authority: {}, leaders: [], fields: [], players: [] };
const agent = (name: string, handoffs: string) => ({
  file: `.github/agents/${name}.agent.md`,
  text: `---\nhandoffs: ${handoffs}\n---\nWork.\n`,
});
const builtIn = [{ file: 'third.agent.md', text: '---\nname: third\nhandoffs: [{ agent: first }]\n---\nWork.\n' }];
const draw = (...project: ReturnType<typeof agent>[]) =>
  validateAgents({ builtIn, project, triggers: [] }, KNOWN).agents;

it('the handoffs of a project are drawn, and those its agents hand to', () => {
  const agents = draw(
    agent('first', '[{ agent: Second, trigger: "@go", context: [] }, { agent: third, label: Say "hi" }]'),
    agent('second', '[]'),
  );
  expect(mermaid(agents)).toBe(`flowchart LR
  a1["first"]
  a2["second"]
  a3["third"]
  a1 -->|"@go"| a2
  a1 -->|"Say #34;hi#34;"| a3`);
  expect(dot(agents)).toBe(`digraph agents {
  rankdir=LR;
  "first";
  "second";
  "third";
  "first" -> "second" [label="@go"];
  "first" -> "third" [label="Say \\"hi\\""];
}`);
});

it('the built-in agents are drawn where a project has none', () => {
  expect(mermaid(draw())).toBe('flowchart LR\n  a1["first"]\n  a2["third"]\n  a2 --> a1');
  expect(dot(draw())).toContain('  "third" -> "first";');
});
