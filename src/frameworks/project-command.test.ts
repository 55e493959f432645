import { expect, it } from 'vitest';
import { projectCommand } from './project-command.ts';

function view(files: Readonly<Record<string, string>>) {
  return { files: Object.keys(files), read: (path: string) => files[path] };
}

const scripts = (table: object) => JSON.stringify({ name: 'x', scripts: table });

it.each([
  ['vitest', '.', { 'package.json': scripts({ test: 'vitest' }) }, 'npm test'],
  ['vitest', '.', { 'package.json': scripts({ test: 'vitest' }), 'pnpm-lock.yaml': '' }, 'pnpm test'],
  ['vitest', '.', { 'package.json': scripts({ test: 'vitest' }), 'bun.lock': '' }, 'bun run test'],
  [
    'vitest',
    '.',
    { 'package.json': scripts({ test: 'npm run lint', 'test:unit': 'vitest run' }) },
    'npm run test:unit',
  ],
  ['jest', '.', { 'package.json': scripts({ test: 'grunt check' }) }, 'npm test'],
  ['jest', '.', { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) }, 'npx jest'],
  ['node-test', '.', { 'package.json': scripts({}) }, 'node --test'],
  ['mocha', 'packages/a', { 'package.json': '{', 'packages/a/package.json': scripts({ test: 'mocha' }) }, 'npm test'],
  ['pytest', '.', { 'uv.lock': '' }, 'uv run pytest'],
  ['pytest', 'services/b', { 'uv.lock': '' }, 'pytest'],
  ['go', '.', {}, 'go test ./...'],
  ['cargo', '.', {}, 'cargo test'],
  ['maven', '.', { mvnw: '' }, './mvnw test'],
  ['gradle', '.', {}, 'gradle test'],
  ['tap', '.', {}, undefined],
])('the command of %s in %s is what a person types: %#', (framework, directory, files, command) => {
  expect(projectCommand(framework, view(files as Record<string, string>), directory)).toBe(command);
});
