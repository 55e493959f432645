/** A line of a `.gitignore` as globs, from the file's own folder; none for comments, empty lines and exceptions. */
export function readIgnoreLine(line: string): readonly string[] {
  const pattern = line.replace(/(?<!\\)\s+$/, '');
  if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!')) return [];
  const plain = pattern.replace(/\/$/, '').replace(/[{}]/g, '\\$&');
  const anchored = plain.includes('/') ? plain.replace(/^\//, '') : `**/${plain}`;
  return pattern.endsWith('/') ? [`${anchored}/?*`, `${anchored}/?*/**`] : [anchored, `${anchored}/**`];
}
