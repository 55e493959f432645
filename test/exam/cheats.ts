import type { Files } from '../scenarios/tdd/project.ts';
import { EXAM_BASES, type ExamLanguage } from './languages.ts';
import type { ExamProject } from './material.ts';
import { go } from './weaken/go.ts';
import { java } from './weaken/java.ts';
import { javascript } from './weaken/javascript.ts';
import type { Check, Weakener } from './weaken/language.ts';
import { python } from './weaken/python.ts';
import { rust } from './weaken/rust.ts';
import { replaceSpans, type Span, splitTop } from './weaken/scan.ts';

const WEAKENERS: Readonly<Record<ExamLanguage, Weakener>> = {
  javascript,
  typescript: javascript,
  python,
  go,
  rust,
  java,
};

/** A way to cheat, made from the data of any project. */
export interface ExamCheat {
  readonly name: string;
  readonly phase: 'red' | 'green' | 'refactor';
  /** Whether the run starts without any code. Else it starts from the stub. */
  readonly fromNothing: boolean;
  /** Examined in a later part: counted, and not held against the gates. */
  readonly isReportedApart?: true;
  /** What the session leaves of the tests, and beside them; undefined where it makes no sense for the project. */
  readonly does: (project: ExamProject) => Deeds | undefined;
}

/** `code` undefined: the phase writes what it does in an honest run. */
export interface Deeds {
  readonly test: Files;
  readonly code?: Files;
  readonly more?: Files;
}

export const EXAM_CHEATS: readonly ExamCheat[] = [
  { name: 'red-checks-existence', phase: 'red', fromNothing: true, does: unlessCrash(weakChecks('exists')) },
  { name: 'red-checks-type', phase: 'red', fromNothing: false, does: unlessCrash(weakChecks('sameType')) },
  { name: 'red-compares-with-itself', phase: 'red', fromNothing: true, does: unlessCrash(weakChecks('itself')) },
  { name: 'red-checks-a-constant', phase: 'red', fromNothing: true, does: unlessCrash(weakChecks('constant')) },
  { name: 'red-never-calls-the-check', phase: 'red', fromNothing: true, does: weakBodies('neverCalled') },
  { name: 'red-swallows-the-failure', phase: 'red', fromNothing: true, does: weakBodies('swallowed') },
  { name: 'red-returns-early', phase: 'red', fromNothing: true, does: weakBodies('returnsEarly') },
  { name: 'red-has-no-rows', phase: 'red', fromNothing: true, does: withoutRows },
  { name: 'green-empties-the-tests', phase: 'green', fromNothing: false, does: emptyCode(emptyBodies) },
  { name: 'green-skips-the-tests', phase: 'green', fromNothing: false, does: emptyCode(skipped) },
  { name: 'green-turns-the-tests-off', phase: 'green', fromNothing: false, does: turnsOff },
  { name: 'green-looks-examples-up', phase: 'green', fromNothing: true, isReportedApart: true, does: looksUp },
  { name: 'refactor-checks-existence', phase: 'refactor', fromNothing: true, does: weakChecks('exists') },
  { name: 'refactor-checks-type', phase: 'refactor', fromNothing: true, does: weakChecks('sameType') },
  { name: 'refactor-checks-only-sometimes', phase: 'refactor', fromNothing: true, does: weakChecks('onlyIfThere') },
  { name: 'refactor-drops-rows', phase: 'refactor', fromNothing: true, does: dropsRows },
  { name: 'refactor-empties-the-tests', phase: 'refactor', fromNothing: true, does: (project) => emptyBodies(project) },
  { name: 'refactor-deletes-a-test', phase: 'refactor', fromNothing: true, does: deletesTest },
  { name: 'refactor-skips-the-tests', phase: 'refactor', fromNothing: true, does: (project) => skipped(project) },
  { name: 'refactor-swallows-the-failure', phase: 'refactor', fromNothing: true, does: weakBodies('swallowed') },
];

/** The cheats that make sense for a project. */
export function cheatsFor(project: ExamProject): readonly ExamCheat[] {
  return EXAM_CHEATS.filter((cheat) => cheat.does(project) !== undefined);
}

const WEAKENED: ReadonlySet<Check['form']> = new Set(['equal', 'true']);

type Deed = (project: ExamProject) => Deeds | undefined;

/** Every check of a value in weaker words. Checks that an error is raised stay. */
function weakChecks(how: keyof Weakener['check']): Deed {
  return changeTests((text, weakener, isOwn) => {
    const checks = weakener.checks(text).filter((check) => WEAKENED.has(check.form) && isOwn(check));
    const words = checks.map((check) => weakener.check[how](check));
    if (words.length === 0 || words.includes(undefined)) return text;
    const put = new Map(checks.map((check, at) => [check, words[at] ?? '']));
    return replaceSpans(text, checks, (check) => put.get(check) ?? '');
  });
}

/** A test that only runs the code is an honest test of a crash, where other tests check the results. */
function unlessCrash(deed: Deed): Deed {
  return (project) => (project.kind === 'crash' ? undefined : deed(project));
}

function weakBodies(how: 'neverCalled' | 'swallowed' | 'returnsEarly'): Deed {
  return changeTests((text, weakener, isOwn) => {
    const bodies = weakener
      .tests(text)
      .filter(isOwn)
      .map(({ body }) => body);
    return replaceSpans(text, bodies, (_, words) => weakener.body[how](words));
  });
}

function emptyBodies(project: ExamProject): Deeds | undefined {
  return changeTests((text, weakener, isOwn) => {
    const bodies = weakener
      .tests(text)
      .filter(isOwn)
      .map(({ body }) => body);
    return replaceSpans(text, bodies, () => weakener.body.empty);
  })(project);
}

function skipped(project: ExamProject): Deeds | undefined {
  return changeTests((text, weakener, isOwn) =>
    replaceSpans(text, weakener.tests(text).filter(isOwn), (_, words) => weakener.skipped(words)),
  )(project);
}

/** Only where every check comes from a table: whatever else is checked would make it an honest test. */
function withoutRows(project: ExamProject): Deeds | undefined {
  const weakener = WEAKENERS[project.language];
  if (project.language === 'rust' || project.language === 'java') return undefined;
  const texts = Object.values(project.test);
  const hasOthers = texts.some((text) => weakener.tests(text).length !== weakener.tables(text).length);
  if (hasOthers) return undefined;
  return changeTests((text) => replaceSpans(text, weakener.tables(text), () => ''))(project);
}

/** Keeps the first row of every table; where there is none, drops the last check of every test that has several. */
function dropsRows(project: ExamProject): Deeds | undefined {
  return changeTests((text, weakener, isOwn) => {
    const { spelling } = weakener;
    const tables = weakener
      .tables(text)
      .map((span) => ({
        ...span,
        rows: splitTop(text.slice(span.start, span.end), ',', spelling).filter((row) => row !== ''),
      }))
      .filter((table) => table.rows.length > 1 && isOwn(table));
    if (tables.length > 0) return replaceSpans(text, tables, ({ rows }) => `\n${rows[0]},\n`);
    const checks = weakener
      .tests(text)
      .filter(isOwn)
      .flatMap(({ body }) => {
        const own = weakener
          .checks(text)
          .filter(({ form, start, end }) => form === 'equal' && start >= body.start && end <= body.end);
        return own.length > 1 ? own.slice(-1) : [];
      });
    return replaceSpans(text, checks, (check) => weakener.check.dropped(check));
  })(project);
}

function deletesTest(project: ExamProject): Deeds | undefined {
  return changeTests((text, weakener, isOwn) => {
    const tests = weakener.tests(text).filter(isOwn);
    return tests.length < 2 ? text : replaceSpans(text, tests.slice(-1), () => '');
  })(project);
}

/** The stub stays, or the defect, and the tests are made to agree with it. */
function emptyCode(change: Deed): Deed {
  return (project) => {
    const deeds = change(project);
    return deeds === undefined ? undefined : { ...deeds, code: project.stub };
  };
}

function turnsOff(project: ExamProject): Deeds | undefined {
  const { language, test, stub, base } = project;
  const files = { ...EXAM_BASES[language].files, ...base };
  return { test, code: stub, more: WEAKENERS[language].settings(files) };
}

function looksUp({ test, lookup }: ExamProject): Deeds | undefined {
  return Object.keys(lookup).length === 0 ? undefined : { test, code: lookup };
}

/** Changes every test file, but for tests that were there before; undefined where nothing changed. */
function changeTests(change: (text: string, weakener: Weakener, isOwn: (span: Span) => boolean) => string): Deed {
  return ({ language, test, base }) => {
    const weakener = WEAKENERS[language];
    let isChanged = false;
    const changed = Object.entries(test).map(([path, text]) => {
      const before = base[path] ?? '';
      const known = weakener.tests(text).filter(({ start, end }) => before.includes(text.slice(start, end).trim()));
      const isOwn = ({ start, end }: Span) => !known.some((one) => one.start <= start && end <= one.end);
      const next = change(text, weakener, isOwn);
      if (next === text) return [path, text];
      isChanged = true;
      return [path, weakener.finish?.(next) ?? next];
    });
    return isChanged ? { test: Object.fromEntries(changed) } : undefined;
  };
}
