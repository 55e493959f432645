#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { processInput } from './input.ts';
import { processOutput } from './output.ts';
import { runProgram } from './program.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

process.exitCode = await runProgram({
  argv: process.argv.slice(2),
  cwd: process.cwd(),
  version,
  output: processOutput(process.env),
  input: processInput(),
});
