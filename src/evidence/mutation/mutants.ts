import { type Language, languageOf } from '../code/language.ts';

/** A file with one thing made wrong in it. */
export interface Mutant {
  readonly path: string;
  readonly text: string;
  readonly line: number;
  /** What was done, for a person: `=== became !==`. */
  readonly what: string;
}

/**
 * Wrong versions of a file, each with one change on one of the given lines (from 1). A test that notices none of them
 * does not check this code. One that does not compile is noticed by nothing but the compiler: it costs a run and proves
 * nothing either way.
 */
export function mutantsOf(path: string, text: string, lines: readonly number[]): readonly Mutant[] {
  const language = languageOf(path);
  if (language === undefined) return [];
  const all = text.split('\n');
  return lines.flatMap((line) => {
    const code = all[line - 1];
    if (code === undefined || isNoCode(code)) return [];
    return mutateLine(code, language).map(({ after, what }) => ({
      path,
      line,
      what,
      text: [...all.slice(0, line - 1), after, ...all.slice(line)].join('\n'),
    }));
  });
}

function isNoCode(line: string): boolean {
  return /^\s*(?:$|\/\/|\/\*|\*|#|import\b|from\b|export \{|package\b|use\b|[)\]}]+[;,]?\s*$)/.test(line);
}

interface Operator {
  readonly pattern: RegExp;
  readonly replace: string | ((found: string) => string);
  readonly languages?: readonly Language[];
}

/** In the order they are tried: what most surely changes a result comes first. */
const OPERATORS: readonly Operator[] = [
  { pattern: /\breturn\b(?!\s*;?\s*$)[^;]*/, replace: 'return undefined', languages: ['js'] },
  { pattern: /\breturn\b(?!\s*$).*/, replace: 'return None', languages: ['python'] },
  { pattern: /=>\s*(?![{\s])[^,;]+/, replace: '=> undefined', languages: ['js'] },
  { pattern: /===/, replace: '!==' },
  { pattern: /!==/, replace: '===' },
  { pattern: /(?<![=!<>])==(?!=)/, replace: '!=' },
  { pattern: /!=(?!=)/, replace: '==' },
  { pattern: /<=/, replace: '>' },
  { pattern: />=/, replace: '<' },
  { pattern: /(?<=\s)<(?=\s)/, replace: '>=' },
  { pattern: /(?<=\s)>(?=\s)/, replace: '<=' },
  { pattern: /(?<=\S\s)\+(?=\s)/, replace: '-' },
  { pattern: /(?<=\S\s)-(?=\s)/, replace: '+' },
  { pattern: /\+\+/, replace: '--' },
  { pattern: /\+=/, replace: '-=' },
  { pattern: /-=/, replace: '+=' },
  { pattern: /(?<=\S\s)\*(?=\s)/, replace: '/' },
  { pattern: /&&/, replace: '||' },
  { pattern: /\|\|/, replace: '&&' },
  { pattern: /\b(?:true|True)\b/, replace: (found) => (found === 'true' ? 'false' : 'False') },
  { pattern: /\b(?:false|False)\b/, replace: (found) => (found === 'false' ? 'true' : 'True') },
  { pattern: /(?<![\w.])\d+(?![\w.])/, replace: (found) => String(Number(found) + 1) },
  { pattern: /(?<=['"])[^'"\\]+(?=['"])/, replace: (found) => `${found}~` },
];

function mutateLine(code: string, language: Language): { readonly after: string; readonly what: string }[] {
  return OPERATORS.flatMap(({ pattern, replace, languages }) => {
    const found = pattern.exec(code);
    if (found === null || (languages !== undefined && !languages.includes(language))) return [];
    const put = typeof replace === 'string' ? replace : replace(found[0]);
    const after = `${code.slice(0, found.index)}${put}${code.slice(found.index + found[0].length)}`;
    return after === code ? [] : [{ after, what: `${found[0].trim()} became ${put}` }];
  });
}

/** At most so many, from all over the list. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
}
