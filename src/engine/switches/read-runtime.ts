import { readFileSync } from 'node:fs';

/**
 * What switches call while a program runs, in its language. `SWITCH` begins the names in it and stands for those that a
 * batch makes up (`runtimeOf` in `src/code/switches.ts`).
 */
export function readRuntime(file: string): string {
  return readFileSync(new URL(`./runtimes/${file}`, import.meta.url), 'utf8');
}
