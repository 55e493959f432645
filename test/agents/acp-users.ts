import { AGENT_HOME } from './installed.ts';

/** The environment of a user of Gemini CLI whose service is a scripted one. */
export function geminiUser(url: string, key: string): NodeJS.ProcessEnv {
  return { BATON_AGENT_HOME: AGENT_HOME, GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url };
}

/** The same for opencode, which is told of a service of the user's own. */
export function opencodeUser(url: string, key: string): NodeJS.ProcessEnv {
  const limit = { context: 100_000, output: 8_000 };
  const scripted = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Scripted',
    options: { baseURL: `${url}/v1`, apiKey: '{env:SCRIPTED_KEY}' },
    models: { one: { name: 'One', tool_call: true, limit }, two: { name: 'Two', tool_call: true, limit } },
  };
  const config = { provider: { scripted }, model: 'scripted/one', small_model: 'scripted/one' };
  return { BATON_AGENT_HOME: AGENT_HOME, SCRIPTED_KEY: key, OPENCODE_CONFIG_CONTENT: JSON.stringify(config) };
}
