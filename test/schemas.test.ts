import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { AgentHandoffCoordinator } from '../src/handoff/coordinator.ts';
import { readAgentFront } from '../src/protocol/agent-file.ts';
import { jsonSchemas } from '../src/schema.ts';

const directory = new URL('../schemas/', import.meta.url);

describe('the published schema files', () => {
  const schemas = Object.entries(jsonSchemas());

  it.each(schemas)('%s.json is what the code says', (name, schema) => {
    const file = JSON.parse(readFileSync(new URL(`${name}.json`, directory), 'utf8'));
    expect(file, 'run `npm run schemas`').toEqual(schema);
  });

  it('are all there are', () => {
    expect(readdirSync(directory).sort()).toEqual(schemas.map(([name]) => `${name}.json`).sort());
  });

  it.each(schemas)('%s is a valid JSON Schema 2020-12', (_, schema) => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(() => validator().compile(schema)).not.toThrow();
  });

  it('accept what the library writes and refuse what it refuses', () => {
    const handoff = AgentHandoffCoordinator.prepareHandoff({
      sourceAgent: 'a',
      targetAgent: 'b',
      context: {},
      instructions: 'Do it',
    });
    const validate = validator().compile(jsonSchemas()['handoff-package']);
    const written = JSON.parse(AgentHandoffCoordinator.toJSON(handoff));
    expect(validate(written)).toBe(true);
    expect(validate({ ...written, status: 'done' })).toBe(false);
    expect(validate({ ...written, createdAt: 'yesterday' })).toBe(false);
  });

  it('accept the workflows and agents that come with Baton, and find a slip in either', () => {
    const workflow = validator().compile(jsonSchemas().workflow);
    for (const text of textsIn('../src/workflow/workflows/')) expect(workflow(parse(text)), text).toBe(true);
    const phase = { agent: 'a', on: { complete: 'end' } };
    const flow = { name: 'mine', description: 'x', start: 'write', phases: { write: phase } };
    expect([flow, { ...flow, phases: { write: { ...phase, gate: [] } } }].map((one) => workflow(one))).toEqual([
      true,
      false,
    ]);

    const front = validator().compile(jsonSchemas()['agent-front-matter']);
    for (const text of textsIn('../src/protocol/agents/'))
      expect(front(readAgentFront(text, 'a').keys), text).toBe(true);
    const spelt = [{ tools: 'Read, Bash', scope: 'docs/**', gates: 'tests', model: ['a', 'b'], color: 'red' }, {}];
    expect(spelt.map((one) => front(one))).toEqual([true, true]);
    expect(front({ handoffs: [{ agent: 'megumi', trigger: 'review' }] })).toBe(false);
  });
});

function textsIn(folder: string): string[] {
  const place = new URL(folder, import.meta.url);
  const files = readdirSync(place).filter((file) => /\.(?:workflow\.yaml|agent\.md)$/.test(file));
  return files.map((file) => readFileSync(new URL(file, place), 'utf8'));
}

function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  return ajv;
}
