import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a user registers, with an exporter that sends only when it is told that nothing more comes. */
const PRELOAD = (file: string) => `
import { appendFileSync } from 'node:fs';
import { trace } from '${import.meta.resolve('@opentelemetry/api')}';
import { BasicTracerProvider, BatchSpanProcessor } from '${import.meta.resolve('@opentelemetry/sdk-trace-base')}';

const exporter = {
  export(spans, done) {
    for (const { name } of spans) appendFileSync(${JSON.stringify(file)}, name + '\\n');
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};
const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
trace.setGlobalTracerProvider(provider);
process.once('beforeExit', () => provider.shutdown());
`;

it('a run of the program is told to an SDK that was loaded before it', () => {
  const path = temporaryRepository();
  const places = temporaryDirectory();
  const [preload, told] = [join(places, 'otel.mjs'), join(places, 'spans.txt')];
  const script = [{ phase: 'plan', end: 'unavailable', detail: 'no key is set' }];
  const files = { 'script.json': script, 'baton.yaml': { runner: 'scripted', command: 'script.json' } };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(path, name), JSON.stringify(value));
  writeFileSync(join(path, 'package.json'), '{"scripts": {"test": "node --test"}, "type": "module"}');
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message=project');
  writeFileSync(preload, PRELOAD(told));
  const words = ['--import', preload, main, 'run', 'a sum', '--name', 'sum'];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: path, encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.any(String)]);
  expect(readFileSync(told, 'utf8').trim().split('\n')).toEqual([
    'baton.baseline',
    'invoke_agent test-list-agent',
    'invoke_workflow tdd',
  ]);
});
