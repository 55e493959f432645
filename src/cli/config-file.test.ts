import { describe, expect, it } from 'vitest';
import { parseConfig } from '../protocol/config.ts';
import { configSchema } from '../protocol/config-schema.ts';
import { configText } from './config-file.ts';

/** The file with every example put to use. */
function uncommented(text: string): string {
  return text.replaceAll(/^#((?: {2})*[a-z_]+:.*)$/gm, '$1');
}

describe('the baton.yaml that init writes', () => {
  it('is valid as it is, and sets nothing but what is known', () => {
    expect(parseConfig(configText(undefined))).toEqual({});
    expect(parseConfig(configText({ framework: 'vitest', directory: '.' }))).toEqual({
      tests: { framework: 'vitest' },
    });
    expect(parseConfig(configText({ framework: 'go', directory: 'a b' }))).toEqual({
      tests: { framework: 'go', directory: 'a b' },
    });
  });

  it('has an example for every key, and all of them together are valid', () => {
    const config = parseConfig(uncommented(configText(undefined)));
    expect(Object.keys(config)).toEqual(Object.keys(configSchema.shape));
    expect(Object.keys(config.tests ?? {})).toEqual(Object.keys(configSchema.shape.tests.unwrap().options[0].shape));
    expect(config).toMatchObject({
      attempts: 4,
      budget: { usd: 5, attempts: 60, phase: { usd: 1 } },
      commit: { hooks: false },
    });
  });

  it('lists the suites of a monorepo', () => {
    const lines = [
      'tests:',
      '  - {framework: vitest, directory: packages/a}',
      '  - {framework: pytest, directory: "b c"}',
    ];
    expect(parseConfig(configText(undefined, lines)).tests).toEqual([
      { framework: 'vitest', directory: 'packages/a' },
      { framework: 'pytest', directory: 'b c' },
    ]);
  });

  it('says above a key what it means', () => {
    expect(configText(undefined)).toContain('# Sessions a phase may take\n#attempts: 4\n');
  });
});
