import { describe, expect, it } from 'vitest';
import { roleOf, rolesByGlobs } from '../../src/evidence/file-roles.ts';
import { loadFramework } from '../../src/frameworks/registry.ts';

describe('files of a Rust project', () => {
  it.each([
    ['src/lib.rs', 'mixed'],
    ['src/deep/stack.rs', 'mixed'],
    ['crates/a/src/main.rs', 'mixed'],
    ['tests/stack.rs', 'test'],
    ['crates/a/tests/deep/stack.rs', 'test'],
    ['tests/fixtures/data.json', 'support'],
    ['.cargo/config.toml', 'config'],
    ['README.md', 'other'],
  ])('%s is %s', async (path, role) => {
    const { testFiles, supportFiles, configFiles, mixedFiles = [] } = await loadFramework('cargo');
    const roles = rolesByGlobs({ tests: testFiles, support: supportFiles, config: configFiles, mixed: mixedFiles });
    expect(roleOf(path, roles)).toBe(role);
  });
});
