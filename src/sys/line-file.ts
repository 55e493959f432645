import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';

/** A file of JSON lines that others read while it grows. It stops growing at its limit. */
export interface LineFile {
  readonly path: string;
  add(value: unknown): void;
}

export function openLineFile(path: string, mostBytes: number): LineFile {
  mkdirSync(dirname(path), { recursive: true });
  let bytes = 0;
  return {
    path,
    add(value) {
      const line = `${JSON.stringify(value)}\n`;
      const size = Buffer.byteLength(line);
      if (bytes + size > mostBytes) return;
      bytes += size;
      faultPoint('line.before');
      appendFileSync(path, line);
      faultPoint('line.added');
    },
  };
}
