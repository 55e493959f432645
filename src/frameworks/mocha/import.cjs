// Finds the import that fails: of a name that a module does not have, node tells mocha neither file nor line.
const { existsSync, readFileSync } = require('node:fs');
const { dirname, resolve } = require('node:path');

const MISSING = /The requested module '([^']+)' does not provide an export named '([^']+)'/;
const MOST_FILES = 500;

/** The place of the import, as `path:line`, in a test file or in what it imports; nothing if it is not plainly there. */
exports.placeOfImport = (testFile, message) => {
  const [, from, name] = MISSING.exec(message) ?? [];
  if (from === undefined) return undefined;
  const files = [testFile];
  for (let at = 0; at < files.length && at < MOST_FILES; at += 1) {
    const source = existsSync(files[at]) ? readFileSync(files[at], 'utf8') : '';
    for (const { text, specifier, line } of importsIn(source)) {
      if (specifier === from && asksFor(text, name)) return `${files[at]}:${line}`;
      const next = resolve(dirname(files[at]), specifier);
      if (specifier.startsWith('.') && !files.includes(next)) files.push(next);
    }
  }
  return undefined;
};

function importsIn(source) {
  return [...source.matchAll(/^[ \t]*(import|export)\b([^'"`;]*?)\bfrom\s*(['"])([^'"\n]+)\3/gm)].map((match) => ({
    text: match[2],
    specifier: match[4],
    line: source.slice(0, match.index).split('\n').length,
  }));
}

function asksFor(text, name) {
  if (name === 'default') return /^\s*\w/.test(text) || /\bdefault\b/.test(text);
  return text.split(/[{},]/).some((one) => one.trim().split(/\s+as\s+/)[0] === name);
}
