import type { JsonObject } from '../base/json.ts';
import { splitLines } from '../base/line-diff.ts';
import { readSections } from './json.ts';

/**
 * `requirements.txt`: `packages` by their names; `options`, which may name other indexes and files; and `places`, bare paths
 * and addresses, which may install anything.
 */
export function readRequirements(text: string): JsonObject | undefined {
  // pip ends a line where Python does.
  const joined = text.replace(/\\\r?\n/g, ' ').replace(/\r(?!\n)|[^\P{Cc}\r\n\t]|[\u2028\u2029]/gu, '\n');
  const lines = splitLines(joined).map((line) => line.replace(/(?:^|\s)#.*$/, '').trim());
  return readSections(
    lines.map((raw) => {
      const line = raw.replace(/\s+/g, ' ');
      if (line.startsWith('-')) return ['options', line, line];
      if (/^(?:\.|\/|[\w+]+:\/\/)|^\S+\.(?:whl|zip|tar\.gz)$/.test(line)) return ['places', line, line];
      return ['packages', requiredName(line) ?? '', line];
    }),
  );
}

/** The package that a requirement begins with: `pytest>=7`. */
export function requiredName(requirement: string): string | undefined {
  return /^[A-Za-z0-9][\w.-]*/.exec(requirement.trim())?.[0];
}

/** Python names are the same in any case and with `-`, `_` or `.` between their parts. */
export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
