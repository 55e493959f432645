import { editingTests } from './families/editing-tests.ts';
import { hollow } from './families/hollow.ts';
import { weakening } from './families/weakening.ts';
import { firstTests } from './honest/first-tests.ts';
import { refactorings } from './honest/refactorings.ts';
import type { Family, Theme } from './scene.ts';

/** Every family of cheats. A new one is a file and a line here. */
export const FAMILIES: readonly Family[] = [weakening, hollow, editingTests];

/** Honest runs that look unusual, by what is unusual about them. */
export const THEMES: readonly Theme[] = [firstTests, refactorings];
