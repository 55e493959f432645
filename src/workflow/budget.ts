import type { Amounts } from './event-data.ts';
import type { Budgets, RunState, Spending } from './state.ts';

/** One limit of a budget, and what is used of it. */
interface Use {
  readonly budget: keyof Budgets;
  readonly used: number;
  /** What may be used before a person is asked for the first time. */
  readonly limit: number;
  /** What is used, and of what, for a person. */
  readonly figure: string;
  readonly unit: string;
}

/** What of the budgets is used up, with the figures; nothing if there is some left of each. */
export function overspent(state: RunState): string | undefined {
  const spent = spentUses(state);
  const unknown = limitedFigures(state.settings.budget).filter((figure) => state.unreported.includes(figure));
  if (unknown.length > 0) {
    return `${UNREPORTED} ${unknown.map((figure) => FIGURES[figure]).join(' and its ')}, so that limit cannot hold`;
  }
  if (spent.length === 0) return undefined;
  const told = ({ budget, limit, figure, unit }: Use) => {
    // 0.1 three times is 0.3 for a person.
    const allowed = Number((limit * state.budgets[budget]).toPrecision(12));
    return `${figure} of ${allowed} ${unit}`;
  };
  return spent.map(told).join(', ');
}

/** What a budget limits that only a program can report, for the run or for a phase. */
export function limitedFigures({ phase, ...run }: RunState['settings']['budget']): readonly ('usd' | 'tokens')[] {
  return (['usd', 'tokens'] as const).filter((figure) => (run[figure] ?? phase?.[figure]) !== undefined);
}

const UNREPORTED = 'a session did not report its';

/** What stops a run whose budget is used up, or cannot be checked, in words. */
export function describeExceeded(what: string): string {
  return `${what.startsWith(UNREPORTED) ? 'the budget cannot be checked' : 'the budget is used up'}: ${what}`;
}

const FIGURES = { usd: 'cost', tokens: 'tokens' } as const;

/** How many US dollars the next session may cost, by run and phase; nothing where there is no such limit. */
export function leftToSpend({ settings, spending, phaseSpending, budgets }: RunState): number | undefined {
  const { usd, phase } = settings.budget;
  const left = [
    ...(usd === undefined ? [] : [usd * budgets.run - spending.usd]),
    ...(phase?.usd === undefined ? [] : [phase.usd * budgets.phase - phaseSpending.usd]),
  ];
  return left.length === 0 ? undefined : Math.max(0, Math.min(...left));
}

/** What a person's "try again" allows: each budget that is used up may be spent once more, however much was spent of it. */
export function grantMore(state: RunState): Budgets {
  const spent = spentUses(state);
  const more = (budget: keyof Budgets) => {
    const times = spent.filter((use) => use.budget === budget).map(timesUsed);
    const allowed = state.budgets[budget];
    return times.length === 0 ? allowed : Math.max(allowed, ...times) + 1;
  };
  return { run: more('run'), phase: more('phase'), attempts: more('attempts') };
}

/** How often a limit was used up. 0.3 is three times 0.1, whatever binary fractions make of it. */
function timesUsed({ used, limit }: Use): number {
  return Math.floor(used / limit + 1e-9);
}

function spentUses(state: RunState): readonly Use[] {
  return usesOf(state).filter(({ budget, used, limit }) => used >= limit * state.budgets[budget]);
}

function usesOf({ settings: { budget }, ...state }: RunState): readonly Use[] {
  const { spending, phaseSpending, attemptsMade: made } = state;
  const attempts = { budget: 'attempts', used: made, figure: String(made), unit: 'attempts' } as const;
  return [
    ...amountsUsed('run', budget, spending, ''),
    ...(budget.attempts === undefined ? [] : [{ ...attempts, limit: budget.attempts }]),
    ...amountsUsed('phase', budget.phase ?? {}, phaseSpending, ` in ${state.phase} of cycle ${state.cycle}`),
  ];
}

/** The uses of those amounts that are limited. */
function amountsUsed(budget: keyof Budgets, limits: Amounts, spending: Spending, where: string): readonly Use[] {
  const minutes = spending.ms / 60_000;
  const uses = [
    { limit: limits.usd, used: spending.usd, figure: spending.usd.toFixed(2), unit: 'USD' },
    { limit: limits.tokens, used: spending.tokens, figure: String(spending.tokens), unit: 'tokens' },
    { limit: limits.minutes, used: minutes, figure: minutes.toFixed(1), unit: 'minutes' },
  ];
  return uses.flatMap(({ limit, unit, ...use }) =>
    limit === undefined ? [] : [{ budget, limit, unit: `${unit}${where}`, ...use }],
  );
}
