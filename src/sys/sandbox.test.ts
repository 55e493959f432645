import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { cleanEnvironment } from './environment.ts';
import { runProgram } from './program.ts';
import { findSandbox, type SandboxRules, sandboxed, sandboxFor } from './sandbox.ts';
import { openUserSecret } from './user-secret.ts';

const sandbox = await findSandbox();

/** Runs a shell script under rules, from a work directory it may write. */
async function contained(
  script: string,
  more: Partial<SandboxRules> & { readonly isContained?: boolean } = {},
  work = temporaryDirectory(),
) {
  const { isContained } = more;
  const rules: SandboxRules = { writable: [work], network: false, cwd: work, ...more };
  const environment = cleanEnvironment({ home: work, temporary: work });
  const program = sandboxed(['sh', '-c', script], rules);
  return { work, ...(await runProgram({ program, cwd: work, environment, timeoutMs: 20_000, isContained })) };
}

describe('a sandboxed program', () => {
  beforeEach((context) => {
    if (sandbox.kind === 'none') context.skip(`no sandbox: ${sandbox.why}`);
  });

  it('writes its own directory and nothing else', async () => {
    const outside = temporaryDirectory();
    const { work, output } = await contained(
      `echo in > in.txt; echo x > ${outside}/out.txt; echo x > /etc/baton-test; echo x > ${homedir()}/baton-test; cat in.txt`,
    );
    expect(readFileSync(join(work, 'in.txt'), 'utf8')).toBe('in\n');
    expect(output).toContain('in\n');
    expect(existsSync(join(outside, 'out.txt'))).toBe(false);
    expect(existsSync('/etc/baton-test') || existsSync(join(homedir(), 'baton-test'))).toBe(false);
  });

  it('sees neither the home of the user nor other temporary files', async () => {
    const secret = temporaryDirectory();
    writeFileSync(join(secret, 'token'), 'secret');
    const { output } = await contained(
      `cat ${secret}/token; ls -A ${homedir()} | grep -v '^\\.' ; ls -A ${homedir()}/.ssh`,
    );
    expect(output).not.toContain('secret\n');
    expect(output).toContain('No such file');
  });

  it("cannot read the secret that signs a person's answers, wherever settings are", async () => {
    const settings = mkdtempSync(join(process.cwd(), 'node_modules', '.settings-'));
    onTestFinished(() => rmSync(settings, { recursive: true, force: true }));
    vi.stubEnv('XDG_CONFIG_HOME', settings);
    onTestFinished(() => void vi.unstubAllEnvs());
    openUserSecret();
    const { output } = await contained(`cat ${settings}/baton/answer-key`);
    expect(readdirSync(join(settings, 'baton'))).toEqual(['answer-key']);
    expect(output).toMatch(/answer-key: No such file/);
  });

  it('reads what build tools fetched into the home of the user, and none of their credentials', async () => {
    const home = temporaryDirectory();
    const files = ['.m2/repository/a.jar', '.m2/settings.xml', '.gradle/caches/a.jar', '.gradle/gradle.properties'];
    for (const file of files) {
      mkdirSync(join(home, file, '..'), { recursive: true });
      writeFileSync(join(home, file), `content of ${file}\n`);
    }
    const before = process.env.HOME;
    process.env.HOME = home;
    const script = `cd ${home}; cat ${files.join(' ')}; echo x > .m2/repository/a.jar; echo x > .gradle/caches/new`;
    const { output } = await contained(script);
    process.env.HOME = before;
    expect(output).toContain('content of .m2/repository/a.jar\n');
    expect(output).toContain('content of .gradle/caches/a.jar\n');
    expect(output).not.toMatch(/content of .*(settings\.xml|gradle\.properties)/);
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
  });

  it('reads a single file it is allowed', async () => {
    const secret = temporaryDirectory();
    writeFileSync(join(secret, 'auth.json'), 'mine');
    writeFileSync(join(secret, 'other'), 'theirs');
    const { output } = await contained(`cat ${secret}/auth.json ${secret}/other`, {
      readable: [join(secret, 'auth.json')],
    });
    expect(output).toContain('mine');
    expect(output).not.toContain('theirs');
  });

  it('reaches its own loopback and no other network', async () => {
    const server = createServer((_, response) => response.end('outside'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = `node -e "fetch('http://127.0.0.1:${port}').then(r=>r.text()).then(console.log,()=>console.log('refused'))"`;
    const own = `node -e "const s=require('http').createServer((q,r)=>r.end('own')).listen(0,'127.0.0.1',()=>fetch('http://127.0.0.1:'+s.address().port).then(r=>r.text()).then(t=>{console.log(t);s.close()}))"`;
    const inside = await contained(`${ask}; ${own}`);
    const allowed = await contained(ask, { network: true });
    server.close();
    expect(inside.output).toBe('refused\nown\n');
    expect(allowed.output).toBe('outside\n');
  });

  it('has read-only directories at other places, with writable layers over caches', async () => {
    const modules = temporaryDirectory();
    mkdirSync(join(modules, '.cache'));
    writeFileSync(join(modules, 'package.txt'), 'kept');
    const work = temporaryDirectory();
    mkdirSync(join(work, 'node_modules'));
    const place = join(work, 'node_modules');
    const rules = { mounts: [{ from: modules, to: place }], scratch: [join(place, '.cache')] };
    const script =
      'cat node_modules/package.txt; echo x > node_modules/package.txt; echo y > node_modules/.cache/y && echo layered';
    const { output } = await contained(script, rules, work);
    expect(output).toContain('kept');
    expect(output).toContain('layered');
    expect(readFileSync(join(modules, 'package.txt'), 'utf8')).toBe('kept');
    expect(existsSync(join(modules, '.cache', 'y'))).toBe(false);
  });

  it('cannot mount, gain rights or see other processes', async () => {
    const { output } = await contained(
      'mount -t tmpfs none /mnt; id -u; ls /proc | grep -c "^[0-9]"; kill -9 1 2>&1; echo alive',
    );
    expect(output).toContain('1000\n');
    expect(output).not.toMatch(/^0$/m);
    expect(Number(/^(\d+)$/m.exec(output.replace('1000\n', ''))?.[1])).toBeLessThan(12);
  });

  it.each([false, true])(
    'leaves no process behind, whether it is asked which one holds all others: %s',
    async (isContained) => {
      const daemon = 'while :; do date +%N > alive.txt; done';
      const { work, output } = await contained(
        `(setsid sh -c "${daemon}" >/dev/null 2>&1 &); until [ -s alive.txt ]; do :; done; [ -e /proc/$$/fd/3 ] && echo open`,
        { isContained },
      );
      const last = readFileSync(join(work, 'alive.txt'), 'utf8');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(readFileSync(join(work, 'alive.txt'), 'utf8')).toBe(last);
      // The channel is closed to it.
      expect(output).not.toContain('open');
    },
  );
});

it('a mode decides whether a sandbox is used', async () => {
  expect(await sandboxFor('off')).toBeUndefined();
  const expected = sandbox.kind === 'none' ? undefined : sandbox;
  expect(await sandboxFor('auto')).toEqual(expected);
  if (expected === undefined) await expect(sandboxFor('require')).rejects.toMatchObject({ code: 'no_sandbox' });
  else expect(await sandboxFor('require')).toEqual(expected);
});
