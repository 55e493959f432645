import { expect, it } from 'vitest';
import { judgeSecrets } from './scope.ts';

it('credentials in a diff are refused by place and kind, never shown', () => {
  expect(judgeSecrets([])).toEqual([]);
  const many = Array.from({ length: 7 }, (_, line) => ({ path: 'src/a.ts', line, kind: 'github' }));
  expect(judgeSecrets(many)).toEqual([
    {
      code: 'secret_in_diff',
      message: expect.stringMatching(/src\/a\.ts:0 \(github\), .* and 2 more\. Take them out/),
      paths: ['src/a.ts'],
    },
  ]);
  expect(judgeSecrets(many.slice(0, 1))[0]?.message).not.toContain('more');
});
