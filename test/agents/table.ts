import { table } from '../../src/workflow/document.ts';

/** A promise of the contracts, as one program was held to it. */
export interface PromiseMade {
  /** The program. */
  readonly by: string;
  readonly title: string;
  /** Why it cannot keep it by its nature. */
  readonly lacks?: string | undefined;
  /** It was not there to be tried. */
  readonly missing: boolean;
}

export interface Tried extends PromiseMade {
  readonly state: 'passed' | 'failed' | 'skipped';
}

declare module 'vitest' {
  interface TaskMeta {
    promise?: PromiseMade;
  }
}

/** Promises down, programs across, and below the reasons for what one of them cannot do. */
export function drawAbilities(tried: readonly Tried[]): string {
  const programs = [...new Set(tried.map(({ by }) => by))].sort();
  const titles = [...new Set(tried.map(({ title }) => title))];
  const reasons = [...new Set(tried.flatMap(({ lacks }) => lacks ?? []))];
  const cell = (title: string, by: string) => {
    const one = tried.find((other) => other.by === by && other.title === title);
    if (one === undefined) return '';
    if (one.lacks !== undefined) return `no (${reasons.indexOf(one.lacks) + 1})`;
    return one.missing ? 'not tried' : { passed: 'yes', failed: 'BROKEN', skipped: 'not tried' }[one.state];
  };
  const rows = titles.map((title) => [title, ...programs.map((by) => cell(title, by))]);
  const notes = reasons.map((reason, at) => `${at + 1}. ${reason}.`);
  return [table(['promise', ...programs], rows), notes.join('\n')].join('\n\n');
}
