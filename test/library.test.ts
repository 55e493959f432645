import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import config from '../vitest.config.ts';

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

describe('the library', () => {
  it('exports everything the handoff API promises [R004-47 R004-48 R004-49]', () => {
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

  it('runs the usage example of T-007 as shown [R004-01 R004-55]', () => {
    const { AgentHandoffCoordinator, ExecutionTrace } = library;
    const trace = new ExecutionTrace('speckit-generate');
    trace.recordDecision('template', 'standard', 'Using standard spec template');
    trace.recordMetric('artifacts', 7, 'files');
    trace.complete(true);
    const handoff = AgentHandoffCoordinator.prepareHandoff({
      sourceAgent: 'speckit-generator',
      targetAgent: 'code-reviewer',
      trace,
      context: {
        sessionId: 'session-123',
        artifacts: ['spec.md', 'plan.md'],
        userRequest: 'Generate comprehensive spec for auth system',
        decisions: [{ what: 'Scope', why: 'Focused on OAuth2 implementation' }],
      },
      instructions: {
        task: 'Review the generated specification for completeness and accuracy',
        focusAreas: ['Requirements coverage'],
        constraints: ['Ensure all security requirements are addressed'],
        avoid: ['Implementation suggestions (that comes later)'],
      },
      priority: 'normal',
    });
    const serialized = handoff.toJSON();
    expect(AgentHandoffCoordinator.parseHandoff(serialized)).toEqual(handoff);
    expect(AgentHandoffCoordinator.toMarkdown(handoff)).toContain('Requirements coverage');
  });

  it('is covered whole by its tests, or the check fails [R004-54]', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect(scripts.check).toMatch(/ test:built -- --coverage$/);
    expect(scripts['test:built']).toMatch(/ && vitest run$/);
    expect(config.test?.coverage).toMatchObject({
      include: expect.arrayContaining(['src/handoff/**/*.ts']),
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    });
  });

  it('loads none of the heavy optional packages', () => {
    const packages = modulesLoadedBy('index').map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
    const loaded = [...new Set(packages.filter((name) => name !== undefined))].sort();
    expect(loaded).toEqual(['@secretlint/secretlint-rule-preset-recommend', 'zod']);
  });

  it.each(['index', 'open', 'cli/program'])('loads nothing of what only MCP needs: %s', (entry) => {
    const forMcp = /node_modules\/(?:@modelcontextprotocol|hono|@hono|jsonc-parser)\//;
    const modules = modulesLoadedBy(entry);
    expect(modules.some((url) => url.endsWith(`/dist/${entry}.js`))).toBe(true);
    expect(modules.filter((url) => forMcp.test(url))).toEqual([]);
  });

  it('has a schema entry that needs nothing of Node', () => {
    const modules = modulesLoadedBy('schema');
    expect(modules.some((url) => url.endsWith('/dist/schema.js'))).toBe(true);
    expect(modules.filter((url) => url.startsWith('node:') && url !== 'node:module')).toEqual([]);
  });

  it('names only files that exist in its package', () => {
    const { exports, bin } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const files = [exports['.'].default, exports['./schema'].default, bin.baton];
    for (const file of files) expect(() => readFileSync(`${root}${file}`)).not.toThrow();
  });
});
