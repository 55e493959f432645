import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findCodex } from './program.ts';

function directory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'baton-codex-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function put(path: string, text = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const PLATFORM = `@openai/codex-${process.platform}-${process.arch}`;

describe('Codex', () => {
  it('is found in the package of its platform', () => {
    const home = directory();
    put(join(home, 'node_modules/@openai/codex/package.json'), '{"version": "1.2.3"}');
    put(join(home, 'node_modules', PLATFORM, 'package.json'), '{"version": "1.2.3-any"}');
    const path = put(join(home, 'node_modules', PLATFORM, 'vendor/target/bin/codex'));
    const found = { program: { path, version: '1.2.3', directory: dirname(dirname(path)) } };
    expect(findCodex({ BATON_AGENT_HOME: home })).toEqual(found);
  });

  it('is found by the PATH, as itself or by the package that is linked there', () => {
    const [bin, lib] = [directory(), directory()];
    const itself = put(join(bin, 'one/codex'));
    expect(findCodex({ PATH: `/nowhere:${dirname(itself)}` })).toMatchObject({ program: { path: itself } });

    const script = put(join(lib, 'node_modules/@openai/codex/bin/codex.js'));
    put(join(lib, 'node_modules/@openai/codex/package.json'), '{"version": "1.2.3"}');
    mkdirSync(join(bin, 'two'));
    symlinkSync(script, join(bin, 'two/codex'));
    expect(findCodex({ PATH: join(bin, 'two') })).toMatchObject({ missing: 'binary' });
    const path = put(join(lib, 'node_modules/@openai/codex/vendor/target/bin/codex'));
    expect(findCodex({ PATH: join(bin, 'two') })).toMatchObject({ program: { path } });
  });

  it('may be nowhere', () => {
    expect(findCodex({ PATH: '/nowhere' })).toEqual({ missing: 'package' });
  });
});
