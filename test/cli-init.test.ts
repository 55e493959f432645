import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
