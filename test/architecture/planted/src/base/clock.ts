// Clean, though it says much: import { readFileSync } from 'node:fs'; console.log(process.exit(1))
/* import '../cli/main.ts'; */
export const quoted = "import '../cli/main.ts'; console.log(1)";
export const template = `import('node:fs'); ${'process.exit(1)'} // '`;
export const pattern = /['"`]import '..\/cli\/main.ts'/;
export const record = { console: { log: 1 } };
export const property = record.console.log;
