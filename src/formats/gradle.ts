import type { JsonObject } from '../base/json.ts';
import { splitLines } from '../base/line-diff.ts';
import { readSections } from './json.ts';

/**
 * Gradle's build script, which is a program: dependencies that have a line of their own, as `group:artifact:version` under
 * what they are for, and all the rest as one text.
 */
export function readGradle(text: string): JsonObject | undefined {
  const lines = splitLines(text).map((line) => line.replace(/\s*\/\/.*$/, '').trim());
  return readSections(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const [, purpose, notation, alias = ''] = DEPENDENCY.exec(line) ?? [];
        return purpose === undefined
          ? ['script', 'text', line]
          : [purpose, notation ?? alias.replaceAll('.', ':'), line];
      }),
  );
}

/** A line such as `implementation("group:artifact:1.0")` with nothing else on it. */
const DEPENDENCY =
  /^(testImplementation|implementation|api|compileOnly|runtimeOnly|annotationProcessor)\s*\(?\s*(?:platform\s*\(\s*)?(?:["']([\w.:${}+-]+)["']|libs\.([\w.]+))\s*\)*\s*$/;
