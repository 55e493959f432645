// Clean but for the cycle with its command: the command line prints and exits.
export const main = async () => {
  const { command } = await import('./commands/status.ts');
  console.log(command);
  process.stdout.write('done\n');
  process.exit(0);
};
