import { isBatonError } from '../../base/error.ts';
import { isObject } from '../../base/json.ts';
import type { AgentText } from '../agent-choice.ts';
import { mayHandTo } from '../authority.ts';
import { CONTEXT_FIELDS } from '../context-fields.ts';
import { customTriggersOf, inspectTriggers } from '../custom-triggers.ts';
import { nearest } from '../nearest.ts';
import { ANY_AGENT, type Trigger } from '../triggers.ts';
import { type Position, readYaml, type YamlText } from '../yaml-text.ts';
import type { Surroundings } from './check-handoffs.ts';
import { type Problem, problemAt } from './problem.ts';

/** A file that declares triggers, as far as it can be understood. */
export interface TriggerFile {
  readonly triggers: readonly Trigger[];
  readonly problems: readonly Problem[];
  readonly file: string;
  /** Where a trigger's key stands. */
  place(trigger: string, key: string): Position;
}

/** Reads `custom-triggers.json`, or the triggers in `baton.yaml`, and collects what is wrong with them. */
export function readTriggerFile({ file, text }: AgentText): TriggerFile {
  try {
    const { root, declared, yaml } = file.endsWith('.json') ? fromJson(text, file) : fromYaml(text, file);
    const { triggers, problems } = inspectTriggers(declared);
    return {
      file,
      triggers,
      problems: problems.map(({ path, message }) =>
        problemAt(file, yaml.positionOf([root, ...path]), 'custom_trigger_invalid', message),
      ),
      place: (trigger, key) => {
        const written = isObject(declared) && Object.hasOwn(declared, trigger) ? trigger : trigger.slice(1);
        return yaml.positionOf([root, written, key]);
      },
    };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    const { line, column, problem } = error.data;
    const place = { line: Number(line ?? 1), column: Number(column ?? 1) };
    const message = String(problem ?? error.message.replace(/\.$/, ''));
    return {
      file,
      triggers: [],
      problems: [problemAt(file, place, 'custom_trigger_invalid', message)],
      place: () => place,
    };
  }
}

/** What is wrong with triggers that can be read: the agents and the fields they name. */
export function checkTriggers({ file, triggers, place }: TriggerFile, around: Surroundings): Problem[] {
  return triggers.flatMap((trigger) => {
    const { name, source, target } = trigger;
    const agents = [
      ['source', source],
      ['target', target],
    ] as const;
    const unknown = agents.filter(([key, agent]) => !(key === 'source' && agent === ANY_AGENT) && !around.find(agent));
    const isRefused = unknown.length === 0 && source !== ANY_AGENT && !mayHandTo(source, target, around.authority);
    return [
      ...unknown.map(([key, agent]) =>
        problemAt(file, place(name, key), 'unknown_agent', `there is no agent ${agent}`, nearest(agent, around.names)),
      ),
      ...(isRefused
        ? [problemAt(file, place(name, 'target'), 'unauthorised_handoff', `${source} may not hand to ${target}`)]
        : []),
      ...trigger.context
        .filter((field) => !Object.hasOwn(CONTEXT_FIELDS, field) && !around.fields.includes(field))
        .map((field) =>
          problemAt(
            file,
            place(name, 'context'),
            'undocumented_context',
            `the context field ${JSON.stringify(field)} is documented nowhere`,
            nearest(field, Object.keys(CONTEXT_FIELDS)),
          ),
        ),
    ];
  });
}

interface Source {
  readonly root: string;
  readonly declared: unknown;
  readonly yaml: YamlText;
}

/** Every JSON text is YAML too, which tells where things stand; but what YAML allows beyond JSON is refused first. */
function fromJson(text: string, file: string): Source {
  return { root: 'custom_triggers', declared: customTriggersOf(text, file), yaml: readYaml(text, file) };
}

function fromYaml(text: string, file: string): Source {
  const yaml = readYaml(text, file);
  const declared = isObject(yaml.value) ? yaml.value.triggers : undefined;
  return { root: 'triggers', declared: declared ?? {}, yaml };
}
