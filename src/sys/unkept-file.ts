import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './durable.ts';

/** Writes a JSON value for others to look at. Nothing is lost if it cannot be written, or is read half written. */
export function writeUnkept(file: string, value: unknown): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
