// Writes the JSON Schema files from the schemas in the code. A test fails while they differ.
import { writeFileSync } from 'node:fs';
import { jsonSchemas } from '../dist/schema.js';

for (const [name, schema] of Object.entries(jsonSchemas())) {
  writeFileSync(new URL(`../schemas/${name}.json`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
}
