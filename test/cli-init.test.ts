import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program as baton } from './cli-program.ts';
import { temporaryRepository } from './repository.ts';

function project(): string {
  const path = temporaryRepository();
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ scripts: { test: 'vitest run' }, devDependencies: { vitest: '4' } }),
  );
  return path;
}

describe('baton init', () => {
  it('writes a baton.yaml with the framework it found, and says what comes next', async () => {
    const path = project();
    const { code, out } = await baton(path, 'init');
    expect(code).toBe(0);
    expect(out).toContain('Tests: vitest in . ("test": "vitest run" in package.json');
    expect(out).toMatch(/Next:[\s\S]*baton doctor[\s\S]*baton run/);
    expect(readFileSync(join(path, 'baton.yaml'), 'utf8')).toContain('tests:\n');
    expect((await baton(path, 'status')).code).toBe(0);
  });

  it('never touches one that is there, and shows with --print what it would write', async () => {
    const path = project();
    writeFileSync(join(path, 'baton.yaml'), 'attempts: 2\n');
    expect(await baton(path, 'init')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'is there already and was left as it is. To see what would be written: baton init --print',
      ),
    });
    const { code, out } = await baton(path, 'init', '--print');
    expect([code, out]).toEqual([0, expect.stringContaining('  framework: vitest\n')]);
    expect(readFileSync(join(path, 'baton.yaml'), 'utf8')).toBe('attempts: 2\n');
  });

  it('writes to the top of the checkout, wherever it is called', async () => {
    const path = project();
    mkdirSync(join(path, 'src/deep'), { recursive: true });
    const { out } = await baton(join(path, 'src/deep'), 'init', '--json');
    expect(JSON.parse(out)).toMatchObject({ path: join(path, 'baton.yaml'), tests: { framework: 'vitest' } });
  });

  it('asks where it cannot tell which tests to run', async () => {
    const { code, out } = await baton(temporaryRepository(), 'init');
    expect([code, out]).toEqual([0, expect.stringContaining('No test framework was found')]);
  });
});

describe('baton init --mcp', () => {
  const before = '{\r\n\t// ours\r\n\t"mcpServers": {\r\n\t\t"db": { "command": "db" },\r\n\t},\r\n}';

  it.each([
    ['claude', '.mcp.json'],
    ['vscode', '.vscode/mcp.json'],
    ['codex', '.codex/config.toml'],
    ['gemini', '.gemini/settings.json'],
  ])('enters Baton in the settings of %s, once, wherever it is called', async (client, file) => {
    const path = project();
    mkdirSync(join(path, 'src'));
    const { code, out } = await baton(join(path, 'src'), 'init', '--mcp', client, '--as', 'code-reviewer');
    expect([code, out]).toEqual([0, expect.stringMatching(/^Wrote \.\.\/[\s\S]*Next:\n {2}\S/)]);
    const text = readFileSync(join(path, file), 'utf8');
    expect(text).toContain('["-y", "batonpass", "mcp", "--as", "code-reviewer"]');
    const again = await baton(path, 'init', '--mcp', client, '--as', 'code-reviewer');
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining(`Baton is already in ${file}`) });
    expect(readFileSync(join(path, file), 'utf8')).toBe(text);
  });

  it('leaves everything else in the file as it is', async () => {
    const path = project();
    writeFileSync(join(path, '.mcp.json'), before);
    const { out } = await baton(path, 'init', '--mcp', 'claude', '--json');
    const text = readFileSync(join(path, '.mcp.json'), 'utf8');
    expect(JSON.parse(out)).toMatchObject({ client: 'claude', changed: true, written: true, as: null, text });
    const inserted = /\r\n\t\t"baton": \{\r\n(?:\t\t\t.*\r\n)+\t\t\}/.exec(text)?.[0] ?? '';
    expect(text.replace(inserted, '')).toBe(before);
  });

  it('shows with --print what it would write', async () => {
    const path = project();
    writeFileSync(join(path, '.mcp.json'), before);
    const { code, out } = await baton(path, 'init', '--mcp', 'claude', '--print');
    expect([code, out]).toEqual([0, expect.stringContaining('"baton": {')]);
    expect(readFileSync(join(path, '.mcp.json'), 'utf8')).toBe(before);
  });

  it('refuses a file that it cannot read, with the place and what to add', async () => {
    const path = project();
    writeFileSync(join(path, '.mcp.json'), '{\n  "mcpServers": {\n}');
    const { code, err } = await baton(path, 'init', '--mcp', 'claude');
    expect(code).toBe(2);
    expect(err).toMatch(
      /\.mcp\.json, line 3, column 2: a closing brace is expected here.*left as it is[\s\S]*"batonpass"/,
    );
    expect(readFileSync(join(path, '.mcp.json'), 'utf8')).toBe('{\n  "mcpServers": {\n}');
  });

  it.each([
    [['--mcp', 'emacs'], 'expected one of claude, vscode, codex, gemini'],
    [['--mcp', 'claude', '--as', '--print'], 'expected the name of an agent'],
    [['--as', 'code-reviewer'], 'give --mcp too'],
    [['--mcp', 'claude', '--notes-display'], 'call baton init for each'],
  ])('is told what is wrong with %j', async (args, message) => {
    const path = project();
    expect(await baton(path, 'init', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(readdirSync(path).sort()).toEqual(['.git', 'package.json']);
  });
});
