import { blindCompiled } from './families/blind-compiled.ts';
import { blindJavascript } from './families/blind-javascript.ts';
import { blindPython } from './families/blind-python.ts';
import { detection } from './families/detection.ts';
import { editingTests } from './families/editing-tests.ts';
import { equality } from './families/equality.ts';
import { forgery } from './families/forgery.ts';
import { gitTricks } from './families/git.ts';
import { hollow } from './families/hollow.ts';
import { leftBehind } from './families/left-behind.ts';
import { leftUntested } from './families/left-untested.ts';
import { answersUnasked, loosenedTests } from './families/loosened.ts';
import { loosenedElsewhere } from './families/loosened-elsewhere.ts';
import { loosenedSlightly } from './families/loosened-slightly.ts';
import { mocking } from './families/mocking.ts';
import { outOfReach } from './families/out-of-reach.ts';
import { packages } from './families/packages.ts';
import { planted } from './families/planted.ts';
import { processTricks } from './families/process.ts';
import { rightValues } from './families/right-values.ts';
import { runner } from './families/runner.ts';
import { switchAware } from './families/switch-aware.ts';
import { tautologies } from './families/tautologies.ts';
import { unnoticing } from './families/unnoticing.ts';
import { weakening } from './families/weakening.ts';
import { besideRules } from './honest/beside-rules.ts';
import { compiledWork } from './honest/compiled.ts';
import { firstTests } from './honest/first-tests.ts';
import { javascriptWork } from './honest/javascript.ts';
import { pythonWork } from './honest/python.ts';
import { refactorings } from './honest/refactorings.ts';
import { testFiles } from './honest/test-files.ts';
import { typescriptWork } from './honest/typescript.ts';
import { wholeWork } from './honest/whole-work.ts';
import type { Family, Theme } from './scene.ts';

/** Every family of cheats. A new one is a file and a line here. */
export const FAMILIES: readonly Family[] = [
  weakening,
  hollow,
  tautologies,
  editingTests,
  runner,
  packages,
  processTricks,
  equality,
  detection,
  mocking,
  gitTricks,
  forgery,
  leftBehind,
  planted,
  unnoticing,
  switchAware,
  loosenedTests,
  blindJavascript,
  rightValues,
  loosenedSlightly,
  blindPython,
  leftUntested,
];

/** Cheats that are not known to be caught, or get through: `OPEN=1 npm run cheats` plays them as well. */
export const OPEN_FAMILIES: readonly Family[] = [blindCompiled, outOfReach, loosenedElsewhere, answersUnasked];

/** Honest runs that look unusual, by what is unusual about them. */
export const THEMES: readonly Theme[] = [firstTests, refactorings, testFiles, wholeWork, pythonWork, besideRules];

/** Honest runs that are not known to pass. */
export const OPEN_THEMES: readonly Theme[] = [javascriptWork, typescriptWork, compiledWork];
