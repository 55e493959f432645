// Draws the diagrams and tables of docs/workflow.md from the code. A test fails while they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { builtInWorkflow } from '../dist/engine/workflows.js';
import { drawDocument } from '../dist/workflow/document.js';

const file = new URL('../docs/workflow.md', import.meta.url);
writeFileSync(file, drawDocument(readFileSync(file, 'utf8'), builtInWorkflow('tdd')));
