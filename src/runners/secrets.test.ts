import { describe, expect, it } from 'vitest';
import { hideSecrets, secretsOf } from './secrets.ts';

describe('secrets of a login', () => {
  it('are the values of variables that are named so', () => {
    const variables = {
      ANTHROPIC_API_KEY: 'sk-ant-12345678',
      AWS_REGION: 'eu-central-1',
      AWS_SESSION_TOKEN: 'short',
      AWS_SECRET_ACCESS_KEY: 'sk-ant-12345678-and-more',
    };
    expect(secretsOf(variables)).toEqual(['sk-ant-12345678-and-more', 'sk-ant-12345678']);
  });

  it('are hidden in every text of a value, and nothing else is changed', () => {
    const value = { text: 'a secret!, secret', list: [{ deep: 'secret' }, 1, null, true], none: undefined };
    expect(hideSecrets(value, ['secret'])).toEqual({
      text: 'a [redacted: login]!, [redacted: login]',
      list: [{ deep: '[redacted: login]' }, 1, null, true],
      none: undefined,
    });
    expect(hideSecrets(value, [])).toBe(value);
  });
});
