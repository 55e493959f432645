import { type Config, configSchema } from './config-schema.ts';
import { type MoreProblems, readShaped } from './yaml-shape.ts';

export { nearest } from './nearest.ts';

/**
 * A configuration file's text as a checked value, or one error that names everything wrong with it: the place, the key and
 * the nearest known one. `more` finds what is wrong beside its shape.
 */
export function parseConfig(text: string, more?: MoreProblems): Config {
  return readShaped(configSchema, text, 'baton.yaml', { removed: REMOVED, ...(more === undefined ? {} : { more }) })
    .value;
}

const REMOVED = { redis: 'a repository must not choose the server that a worker connects to' };

/** Settings with others on top, key by key; of the budget limit by limit. */
export function overrideConfig(config: Config, over: Config): Config {
  const { phase, ...limits } = over.budget ?? {};
  const ofPhase = phase === undefined ? {} : { phase: { ...config.budget?.phase, ...phase } };
  const budget = over.budget === undefined ? {} : { budget: { ...config.budget, ...limits, ...ofPhase } };
  return { ...config, ...over, ...budget };
}
