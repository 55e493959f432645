// Compiles src/ to dist/ and copies the files beside the code that are no TypeScript: reporters, prompts.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [source, target] = [join(root, 'src'), join(root, 'dist')];

rmSync(target, { recursive: true, force: true });
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
cpSync(source, target, { recursive: true, filter: (path) => statSync(path).isDirectory() || extname(path) !== '.ts' });
chmodSync(join(target, 'cli/main.js'), 0o755);
