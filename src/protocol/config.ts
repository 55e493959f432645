import { type Config, configSchema } from './config-schema.ts';
import { readShaped } from './yaml-shape.ts';

export { nearest } from './nearest.ts';

/** A configuration file's text as a checked value, or an error that names the place, the key and the nearest known one. */
export function parseConfig(text: string, file = 'baton.yaml'): Config {
  return readShaped(configSchema, text, file).value;
}
