// Draws the diagrams and tables of docs/workflow.md from the code. A test fails while they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { drawDocument } from '../dist/workflow/document.js';
import { TDD } from '../dist/workflow/tdd.js';

const file = new URL('../docs/workflow.md', import.meta.url);
writeFileSync(file, drawDocument(readFileSync(file, 'utf8'), TDD));
