// Completes package-lock.json after `npm install` from a registry that does not carry the builds for other platforms:
// npm leaves those optional packages out, and `npm ci` then refuses the lock file. They get an entry that says for which
// platform they are, so that `npm ci` passes them over where they do not fit.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'ppc64le',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isThere(place, name)) continue;
    const words = name.split('/').at(-1).split('-');
    const os = SYSTEMS.filter((system) => words.includes(system));
    const cpu = PROCESSORS.filter((processor) => words.includes(processor));
    if (os.length === 0 && cpu.length === 0) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(dev ? { dev } : {}),
      ...(words.includes('musl') ? { libc: ['musl'] } : {}),
      ...(words.includes('gnu') ? { libc: ['glibc'] } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added += 1;
  }
}
const [root, ...rest] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => (a < b ? -1 : 1))]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages for other platforms added to package-lock.json`);

function isThere(place, name) {
  return `${place}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
}
