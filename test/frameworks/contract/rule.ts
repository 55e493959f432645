import type { TestContext } from 'vitest';

/** One thing that drivers promise, or why it does not apply to one of them. */
export interface Rule {
  readonly row: string;
  readonly notApplicable?: string;
  readonly checks: Readonly<Record<string, Check>>;
}

export type Check = (context: TestContext) => Promise<void>;

export function rule<Fixture extends object>(
  row: string,
  promise: Fixture | string,
  checks: (fixture: Fixture) => Rule['checks'],
): Rule {
  return typeof promise === 'string' ? { row, notApplicable: promise, checks: {} } : { row, checks: checks(promise) };
}

/** One check for each fixture, by its title. */
export function mapped<Fixture>(
  fixtures: Readonly<Record<string, Fixture>>,
  words: string,
  check: (fixture: Fixture) => Promise<void>,
): Rule['checks'] {
  return Object.fromEntries(
    Object.entries(fixtures).map(([title, fixture]) => [`${words} ${title}`, () => check(fixture)]),
  );
}
