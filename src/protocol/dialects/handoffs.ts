import type { Agent } from '../agent-schema.ts';

/**
 * Handoffs with the keys of both dialects, so that one file serves VS Code and Domain Zero. VS Code shows the label on a
 * button and needs one.
 */
export function writtenHandoffs({ handoffs }: Agent): readonly Record<string, unknown>[] | undefined {
  if (handoffs.length === 0) return undefined;
  return handoffs.map(({ label, agent, prompt, send, ...rest }) => {
    const entries = Object.entries({ label: label ?? labelFor(rest.trigger, agent), agent, prompt, send, ...rest });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

/** `@security-review` reads as "Security review". */
function labelFor(trigger: string | undefined, agent: string): string {
  if (trigger === undefined) return `Hand to ${agent}`;
  const words = trigger.slice(1).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
