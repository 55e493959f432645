import { isObject } from '../../base/json.ts';
import { meantLimit } from '../agent-file.ts';
import { isListOfTexts, listTools } from '../agent-tools.ts';
import { CONTEXT_FIELDS } from '../context-fields.ts';
import { nearest } from '../nearest.ts';
import { type Declared, isClaudeFile } from './declared.ts';
import { FOREIGN_KEYS, HANDOFF_KEYS, KNOWN_KEYS } from './known-keys.ts';
import { KNOWN_TOOLS, oddTool, slips } from './known-tools.ts';
import { type Problem, problemAt } from './problem.ts';

/** The words that a file may use because Baton or a program behind it knows them. */
export interface KnownWords {
  readonly tools?: readonly string[] | undefined;
  readonly gates?: readonly string[] | undefined;
  readonly runners?: readonly string[] | undefined;
}

/** What is wrong with one file by itself, beyond the shape of its values. */
export function checkFile(agent: Declared, words: KnownWords): Problem[] {
  return [
    ...misspeltKeys(agent),
    ...missingText(agent),
    ...oddTools(agent, words.tools ?? KNOWN_TOOLS),
    ...unknownWords(agent, words),
    ...redefinedFields(agent),
  ];
}

function misspeltKeys({ file, front, handoffs }: Declared): Problem[] {
  const misspelt = (path: readonly PropertyKey[], near: string | undefined) => {
    const message = `unknown key ${String(path.at(-1))}`;
    return near === undefined ? [] : [problemAt(file, front.keyPositionOf(path), 'misspelt_key', message, near)];
  };
  return [
    ...Object.keys(front.keys).flatMap((key) => misspelt([key], nearKey(key))),
    ...handoffs.flatMap(({ index, keys }) =>
      Object.keys(keys).flatMap((key) => misspelt(['handoffs', index, key], nearHandoffKey(key))),
    ),
  ];
}

/** People write many keys of their own at the top of a file, hardly any in a handoff. */
function nearKey(key: string): string | undefined {
  const isKnown = KNOWN_KEYS.includes(key) || FOREIGN_KEYS.includes(key) || meantLimit(key) !== undefined;
  return isKnown ? undefined : nearest(key, KNOWN_KEYS, slips(key));
}

function nearHandoffKey(key: string): string | undefined {
  return HANDOFF_KEYS.includes(key) ? undefined : nearest(key, HANDOFF_KEYS, key.length < 5 ? 1 : 2);
}

function missingText({ file, front }: Declared): Problem[] {
  const { keys, body, bodyLine } = front;
  const isMissing = (key: string) => (keys[key] ?? '') === '';
  const start = { line: 1, column: 1 };
  return [
    ...(isClaudeFile(file) && isMissing('name')
      ? [problemAt(file, start, 'missing_name', 'no name, which Claude Code needs')]
      : []),
    ...(isClaudeFile(file) && isMissing('description')
      ? [problemAt(file, start, 'missing_description', 'no description, by which Claude Code chooses the agent')]
      : []),
    ...(body.trim() === ''
      ? [problemAt(file, { line: bodyLine, column: 1 }, 'empty_body', 'no text below the front matter: no prompt')]
      : []),
  ];
}

function oddTools({ file, front }: Declared, known: readonly string[]): Problem[] {
  return ['tools', 'disallowedTools'].flatMap((key) => {
    const tools = listTools(front.keys[key]);
    if (!isListOfTexts(tools)) return [];
    return tools.flatMap((tool, index) => {
      const odd = oddTool(tool, known, !isClaudeFile(file));
      if (odd === undefined) return [];
      const message = `${key} names ${JSON.stringify(tool)}, which neither Claude Code nor VS Code has`;
      return [problemAt(file, front.positionOf([key, index]), 'unknown_tool', message, odd.suggestion)];
    });
  });
}

function unknownWords({ file, front }: Declared, { gates = [], runners = [] }: KnownWords): Problem[] {
  const { keys, positionOf } = front;
  const look = (path: readonly PropertyKey[], word: unknown, known: readonly string[], kind: 'gate' | 'runner') => {
    if (typeof word !== 'string' || known.length === 0 || known.includes(word)) return [];
    return [problemAt(file, positionOf(path), `unknown_${kind}`, `there is no ${kind} ${word}`, nearest(word, known))];
  };
  const named = Array.isArray(keys.gates) ? keys.gates : [keys.gates];
  return [
    ...named.flatMap((gate, index) => look(['gates', index], gate, gates, 'gate')),
    ...look(['runner'], keys.runner, runners, 'runner'),
  ];
}

function redefinedFields({ file, front }: Declared): Problem[] {
  const { context } = front.keys;
  const fields = isObject(context) ? Object.keys(context) : [];
  return fields
    .filter((field) => Object.hasOwn(CONTEXT_FIELDS, field))
    .map((field) => {
      const message = `${field} is documented already, and keeps its type`;
      return problemAt(file, front.keyPositionOf(['context', field]), 'context_redefined', message);
    });
}
