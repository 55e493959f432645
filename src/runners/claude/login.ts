import type { LoginRule } from '../login.ts';

/**
 * How Claude Code is logged in under this environment. Credentials of a cloud are passed on only when the user says that
 * Claude Code is to use that cloud. The file in which Claude Code keeps an account is not passed on: a session that renewed
 * it could not give it back, and the user would be logged out.
 */
export function claudeLogin(user: NodeJS.ProcessEnv): LoginRule {
  const cloud = CLOUDS.find(({ proves }) => proves.some((name) => isOn(user[name])));
  const { variables, proves, fileVariables = [] } = cloud ?? DIRECT;
  return {
    variables: [...variables, ...COMMON, ...Object.keys(user).filter((name) => name.startsWith('VERTEX_REGION_'))],
    proves,
    fileVariables: [...fileVariables, 'NODE_EXTRA_CA_CERTS'],
    remedy: REMEDY,
  };
}

const REMEDY =
  'Set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN to what `claude setup-token` gives, or the variables of' +
  ' Claude Code for Amazon Bedrock, Google Vertex AI or Microsoft Foundry.';

/** Which models are meant by their short names, and the way to the service. */
const COMMON = [
  'ANTHROPIC_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
];

type Way = Pick<LoginRule, 'variables' | 'proves' | 'fileVariables'>;

const DIRECT: Way = {
  variables: ['ANTHROPIC_BASE_URL'],
  proves: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
};

/** Each is chosen by the variable that proves it: a machine of that cloud may need no key at all. */
const CLOUDS: readonly Way[] = [
  {
    variables: [
      'ANTHROPIC_BEDROCK_BASE_URL',
      'ANTHROPIC_SMALL_FAST_MODEL_AWS_REGION',
      'AWS_ACCESS_KEY_ID',
      'AWS_BEARER_TOKEN_BEDROCK',
      'AWS_DEFAULT_REGION',
      'AWS_PROFILE',
      'AWS_REGION',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'CLAUDE_CODE_SKIP_BEDROCK_AUTH',
    ],
    proves: ['CLAUDE_CODE_USE_BEDROCK'],
    fileVariables: ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE'],
  },
  {
    variables: [
      'ANTHROPIC_VERTEX_BASE_URL',
      'ANTHROPIC_VERTEX_PROJECT_ID',
      'CLAUDE_CODE_SKIP_VERTEX_AUTH',
      'CLOUD_ML_REGION',
      'GOOGLE_CLOUD_PROJECT',
    ],
    proves: ['CLAUDE_CODE_USE_VERTEX'],
    fileVariables: ['GOOGLE_APPLICATION_CREDENTIALS'],
  },
  {
    variables: [
      'ANTHROPIC_FOUNDRY_API_KEY',
      'ANTHROPIC_FOUNDRY_AUTH_TOKEN',
      'ANTHROPIC_FOUNDRY_BASE_URL',
      'ANTHROPIC_FOUNDRY_RESOURCE',
      'AZURE_CLIENT_ID',
      'AZURE_CLIENT_SECRET',
      'AZURE_TENANT_ID',
      'CLAUDE_CODE_SKIP_FOUNDRY_AUTH',
    ],
    proves: ['CLAUDE_CODE_USE_FOUNDRY'],
  },
];

/** What Claude Code itself takes for a yes. */
function isOn(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes((value ?? '').toLowerCase());
}
