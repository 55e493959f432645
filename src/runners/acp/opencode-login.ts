import { readFileSync } from 'node:fs';
import type { Login, LoginRule } from '../login.ts';

export const LOGIN_FILE = '.local/share/opencode/auth.json';

/** The services opencode knows by itself, with the variables that hold a key for each. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  deepseek: ['DEEPSEEK_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  groq: ['GROQ_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  opencode: ['OPENCODE_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  xai: ['XAI_API_KEY'],
};

/** How opencode is logged in. A model names its service, and only what that needs is passed on. */
export function opencodeLogin(user: NodeJS.ProcessEnv, model?: string | undefined): LoginRule {
  const services = model === undefined ? Object.keys(KEYS) : [serviceOf(model)];
  const proves = services.flatMap((service) => KEYS[service] ?? []);
  const own = Object.keys(userConfig(user).provider ?? {});
  const isOwn = model === undefined ? own.length > 0 : own.includes(serviceOf(model));
  const base = services.map((service) => `${service.toUpperCase()}_BASE_URL`);
  return {
    variables: [...base, ...(isOwn ? variablesIn(user) : []), 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'],
    proves: [...(isOwn ? [USER_CONFIG] : []), ...proves],
    fileVariables: ['NODE_EXTRA_CA_CERTS'],
    file: { inHome: LOGIN_FILE, homeVariable: 'XDG_DATA_HOME', inOwn: 'opencode/auth.json' },
    remedy:
      `Set ${proves.length === 1 ? proves[0] : 'the key of the service its `model` in baton.yaml names'},` +
      ` or log in once with \`opencode auth login\` (kept in ~/${LOGIN_FILE}).`,
  };
}

/** The services for which there is a login: no other may be chosen, least of all one that is free. */
export function providersFor(login: Login, user: NodeJS.ProcessEnv, model: string | undefined): readonly string[] {
  if (model !== undefined) return [serviceOf(model)];
  const byKey = Object.keys(KEYS).filter((service) => KEYS[service]?.some((name) => name in login.variables));
  return [...byKey, ...Object.keys(userConfig(user).provider ?? {}), ...servicesIn(login.file)];
}

interface UserConfig {
  readonly provider?: Readonly<Record<string, unknown>>;
  readonly model?: string;
  readonly small_model?: string;
}

/** The variable by which the user describes services of their own to opencode. */
const USER_CONFIG = 'OPENCODE_CONFIG_CONTENT';

/** What the user's own settings say of services and models. Nothing else of them is taken over. */
export function userConfig(user: NodeJS.ProcessEnv): UserConfig {
  try {
    const { provider, model, small_model } = JSON.parse(user[USER_CONFIG] ?? '{}') as UserConfig;
    return {
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
      ...(small_model === undefined ? {} : { small_model }),
    };
  } catch {
    return {};
  }
}

/** Variables that the user's settings refer to as `{env:NAME}`. */
function variablesIn(user: NodeJS.ProcessEnv): readonly string[] {
  const text = JSON.stringify(userConfig(user).provider ?? {});
  return [...text.matchAll(/\{env:(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

function servicesIn(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  try {
    return Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
  } catch {
    return [];
  }
}

/** `anthropic` of `anthropic/claude-sonnet`. */
function serviceOf(model: string): string {
  return model.split('/')[0] ?? '';
}
