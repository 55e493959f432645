import type { EventData } from '../event-data.ts';
import type { ListChange } from '../list-changes.ts';
import { describeListChange } from '../list-progress.ts';
import { count, passing } from './amounts.ts';
import type { StoryLine } from './story-line.ts';

export function tellBaseline(data: EventData<'baseline.recorded'>): StoryLine[] {
  const { refused = [], known_failing: known } = data;
  const passed = passedIn(data.totals);
  const accepted = known.length === 0 ? '' : `, ${count(known.length, 'test')} known to fail`;
  if (data.totals === undefined && refused.length + known.length === 0)
    return [{ mark: 'ok', text: 'baseline: no tests to run' }];
  if (refused.length === 0) return [{ mark: 'ok', text: `baseline: ${passing(passed)}${accepted}` }];
  const named = refused.slice(0, MOST_NAMED);
  const rest = refused.length - named.length;
  return [
    {
      mark: 'no',
      text: `baseline: ${count(refused.length, 'test')} failed before anything was done`,
      more: [...named, ...(rest > 0 ? [`and ${rest} more`] : [])],
    },
  ];
}

const MOST_NAMED = 20;

export function tellPassed(data: EventData<'gate.passed'>): StoryLine[] {
  const told = TOLD[data.gate]?.(data) ?? '';
  const weak = data.strength === 'weak' ? ' (weak: only an exit code was seen)' : tellUntried(data);
  const flaky = Array.isArray(data.flaky) ? data.flaky : [];
  return [
    { mark: 'ok', text: `${data.gate}${told === '' ? '' : `: ${told}`}${weak}` },
    ...tellChanges(data.changes ?? []),
    ...flaky.map((test) => ({ mark: 'look' as const, text: `flaky, it failed once and then passed: ${String(test)}` })),
  ];
}

function tellUntried({ sabotage }: EventData<'gate.passed'>): string {
  return sabotage?.unsabotaged === undefined ? '' : ` (strength: unsabotaged: ${sabotage.unsabotaged})`;
}

const TOLD: Readonly<Record<string, (data: EventData<'gate.passed'>) => string>> = {
  list: tellList,
  red: tellRed,
  green: ({ after }) => passing(passedIn(after)),
  refactor: ({ after }) => passing(passedIn(after)),
};

function tellList({ list }: EventData<'gate.passed'>): string {
  const open = (list?.items ?? []).filter(({ done, skipped }) => !done && skipped === undefined);
  const [next] = open;
  return next === undefined ? 'nothing is open' : `${open.length} open, next is ${next.id} ${next.description}`;
}

function tellRed({ new_tests: tests = [], red, fails }: EventData<'gate.passed'>): string {
  const files = red?.redFiles ?? [];
  const how = Array.isArray(fails) && fails.length > 0 ? ` (${fails.join(', ')})` : '';
  const failing = `${tests.length === 1 ? '1 new test fails, as it must' : `${tests.length} new tests fail, as they must`}${how}`;
  if (files.length === 0) return failing;
  const waiting = `${files.join(', ')} asks for what does not exist yet`;
  return tests.length === 0 ? waiting : `${failing}; ${waiting}`;
}

export function tellRefused({ gate, reasons }: EventData<'gate.refused'>): StoryLine[] {
  return reasons.map(({ code, message }) => ({ mark: 'no', text: `${gate}: ${code}: ${message}` }));
}

/** What was noticed and refuses nothing. */
export function tellSuspicions({ suspicions = [] }: EventData<'suspicion.raised'>): StoryLine[] {
  return suspicions.map(({ code, path, line, message }) => ({
    mark: 'look',
    text: `${code} in ${path}:${line}: ${message}`,
  }));
}

/** Items of the list that are not done as they were written. */
export function tellChanges(changes: readonly ListChange[]): StoryLine[] {
  return changes.map((change) => ({ mark: 'look', text: describeListChange(change) }));
}

/** How many tests pass by the totals that stand beside a verdict. */
export function passedIn(totals: unknown): number {
  const { passed } = (totals ?? {}) as { readonly passed?: unknown };
  return typeof passed === 'number' ? passed : 0;
}
