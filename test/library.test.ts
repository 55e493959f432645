import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import { COMMON } from '../vitest.config.ts';
import { temporaryDirectory } from './repository.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Every module a program has loaded after importing one entry of the built library: file addresses and `node:` names. */
function modulesLoadedBy(entry: string): string[] {
  const hook = `export async function load(url, context, next) {
    process._rawDebug(url);
    return next(url, context);
  }`;
  const program = `
    import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));
    await import('./dist/${entry}.js');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  return stderr.split('\n').filter((line) => /^(?:file|node):/.test(line));
}

/** Runs tests with the coverage and the limits of the check, of the coordinator alone. */
function coverage(...tests: string[]) {
  const vitest = `${root}node_modules/vitest/vitest.mjs`;
  const about = ['--coverage', '--coverage.include=src/handoff/coordinator.ts', '--coverage.reporter=text-summary'];
  const args = [vitest, 'run', ...tests, ...about, `--coverage.reportsDirectory=${temporaryDirectory()}`];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
}

describe('the library', () => {
  it('exports everything the handoff API promises', () => {
    expect(Object.keys(library)).toEqual(
      expect.arrayContaining([
        'AgentHandoffCoordinator',
        'agentHandoffCoordinator',
        'ExecutionTrace',
        'SummaryFeedbackCoordinator',
        'BatonError',
        'renderHandoff',
        'redact',
      ]),
    );
  });

  it('has a coordinator that its tests cover whole, and a check that would fail otherwise [R004-54]', () => {
    expect(COMMON.coverage).toMatchObject({
      include: expect.arrayContaining(['src/handoff/**/*.ts']),
      thresholds: { lines: 100 },
    });
    const part = coverage('src/handoff/lifecycle.test.ts');
    expect(part.stderr).toMatch(/does not meet .*100%/);
    expect(part.status).toBe(1);
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect(scripts.check).toMatch(/ -- --coverage$/);
  }, 180_000);

  it('loads no package, and nothing that only runs need', () => {
    const modules = modulesLoadedBy('index');
    expect(modules.some((url) => url.endsWith('/dist/index.js'))).toBe(true);
    expect(modules.filter((url) => /\/node_modules\/|\/chunks\/core-/.test(url))).toEqual([]);
  });

  it.each(['index', 'runners', 'cli/main'])('loads nothing of what only MCP needs: %s', (entry) => {
    const forMcp = /node_modules\/(?:@modelcontextprotocol|hono|@hono|jsonc-parser)\//;
    const modules = modulesLoadedBy(entry);
    expect(modules.some((url) => url.endsWith(`/dist/${entry}.js`))).toBe(true);
    expect(modules.filter((url) => forMcp.test(url))).toEqual([]);
  });

  it('has a schema entry that needs nothing of Node', () => {
    const modules = modulesLoadedBy('schema');
    expect(modules.some((url) => url.endsWith('/dist/schema.js'))).toBe(true);
    // The program above asks for node:module itself.
    expect(modules.filter((url) => url.startsWith('node:') && url !== 'node:module')).toEqual([]);
    const texts = modules
      .filter((url) => url.startsWith('file:'))
      .map((url) => readFileSync(fileURLToPath(url), 'utf8'));
    expect(texts.filter((text) => /from ["']node:|import ["']node:/.test(text))).toEqual([]);
  });

  it('names only files that exist in its package', () => {
    const { exports, bin } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const files = [exports['.'].default, exports['./schema'].default, bin.baton];
    for (const file of files) expect(() => readFileSync(`${root}${file}`)).not.toThrow();
  });
});
