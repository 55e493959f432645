// `npm run bench [name ...]`: every entry measures Baton and its alternative in one run and prints ratios.
const ENTRIES = ['handoff', 'store', 'lost-updates', 'proof', 'report', 'run-cost', 'session-start', 'mcp'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !ENTRIES.includes(name));
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${ENTRIES.join(', ')}.`);
  process.exit(2);
}
for (const name of chosen.length > 0 ? chosen : ENTRIES) {
  const { run } = await import(`./${name}.mjs`);
  await run();
}
