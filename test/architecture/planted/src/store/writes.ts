export const out = (text: string) => process.stdout.write(text);
export const err = (text: string) => process.stderr.write(text);
