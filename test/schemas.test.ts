import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { AgentHandoffCoordinator } from '../src/handoff/coordinator.ts';
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
});

function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  return ajv;
}
