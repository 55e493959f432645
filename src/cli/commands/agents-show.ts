import { openBaton } from '../../open.ts';
import { findAgent } from '../../protocol/agent-choice.ts';
import type { Agent } from '../../protocol/agent-file.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { unknownAgent } from '../unknown-agent.ts';

/** Shows one agent: where it comes from, what it may do, and its file. */
export const run: Run = async ({ cwd, json, output }, [name = '']) => {
  const baton = await openBaton({ cwd });
  const agents = await baton.agents();
  const agent = findAgent(agents, name);
  if (agent === undefined) throw unknownAgent(name, [...agents.keys()]);
  if (json) output.out(JSON.stringify({ agent }, null, 2));
  else output.out(harmless(`${headLines(agent).join('\n')}\n\n${agent.text.trimEnd()}`));
  return EXIT.done;
};

function headLines({ name, title, source, replaces, tools, model, handoffs, scope, gates }: Agent): string[] {
  const lines: [string, string][] = [
    ['agent', title === undefined ? name : `${name} (${title})`],
    ['source', replaces.length === 0 ? source : `${source}, in place of ${replaces.join(', ')}`],
    ['tools', tools.join(', ') || 'none'],
    ['model', model ?? 'that of the run'],
    ['handoffs', handoffs.map(handoffWords).join(', ') || 'none'],
    ...(scope === undefined ? [] : [['scope', scope.join(', ')] as [string, string]]),
    ...(gates === undefined ? [] : [['gates', gates.map(gateWord).join(', ')] as [string, string]]),
  ];
  return lines.map(([label, text]) => `${label.padEnd(8)}  ${text.replaceAll(/\s+/g, ' ')}`);
}

function handoffWords({ agent, trigger, label }: Agent['handoffs'][number]): string {
  const how = trigger ?? label;
  return how === undefined ? agent : `${agent} (${how})`;
}

function gateWord(gate: NonNullable<Agent['gates']>[number]): string {
  return typeof gate === 'string' ? gate : gate.name;
}

/** A file of the repository must not steer the terminal. */
function harmless(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
