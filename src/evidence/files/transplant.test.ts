import { describe, expect, it } from 'vitest';
import { sampleSource } from '../../testing/sample-source.ts';
import { withTestsOf as withTests } from './mixed-file.ts';

function withTestsOf(code: string, tests: string) {
  return withTests(sampleSource('src/lib.rs', code), sampleSource('src/lib.rs', tests));
}

describe('one version with the tests of another', () => {
  const file = (code: string, test: string) =>
    `${code}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    // why\n    #[test]\n    fn a() {\n        ${test}\n    }\n}\n`;

  it('has the code of the one and the tests of the other', () => {
    const mixed = withTestsOf(file('fn a() -> u8 { 1 }', 'old();'), file('fn a() -> u8 { 2 }', 'new();'));
    expect(mixed).toContain('{ 1 }');
    expect(mixed).not.toContain('{ 2 }');
    expect(mixed).toContain('new();');
    expect(mixed).not.toContain('old();');
    expect(mixed?.match(/mod tests/g)?.length).toBe(1);
  });

  it('is not made where tests share a line with code, or nothing can be read', () => {
    expect(withTestsOf('pub fn a() {} #[test] fn b() {}', '')).toBeUndefined();
    expect(withTestsOf(' '.repeat(1_000_001), '')).toBeUndefined();
  });
});
