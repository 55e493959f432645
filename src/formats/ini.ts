import type { JsonObject } from '../base/json.ts';
import { readSections, withoutMark } from './json.ts';

/**
 * The settings of an INI file by their sections; indented lines belong to the value above. `undefined` where Python's
 * readers of such files do not agree on what a line is, or on which section begins.
 */
export function readIni(text: string): JsonObject | undefined {
  const settings: [section: string, key: string, value: string][] = [];
  let section = '';
  let last: string | undefined;
  if (ODD_BREAK.test(text)) return undefined;
  for (const line of withoutMark(text).split(/\r?\n/)) {
    const plain = line.trim().replace(/\s+/g, ' ');
    if (plain === '' || /^[#;]/.test(plain)) continue;
    if (/^\s/.test(line) && last !== undefined) {
      settings.push([section, last, plain]);
    } else if (plain.startsWith('[')) {
      const header = /^\[([^\]#;]*)\](?: ?[#;][^\]]*)?$/.exec(plain);
      if (header === null) return undefined;
      section = (header[1] ?? '').trim();
      last = undefined;
    } else {
      const [, key = plain, value = ''] = /^([^=:]*?) ?[=:] ?(.*)$/.exec(plain) ?? [];
      last = key.toLowerCase();
      settings.push([section, last, value]);
    }
  }
  return readSections(settings);
}

/** What ends a line for some readers and not for others. */
const ODD_BREAK = /\r(?!\n)|[^\P{Cc}\r\n\t]|[\u2028\u2029]/u;
