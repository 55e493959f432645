/** Reads the text of a file, and gives the same for the same. */
type Read<T> = (path: string, text: string) => T;

/**
 * Remembers what the last few files were read as: a verdict looks at the same two versions of a file again and again, and
 * test files grow as long as a run goes on.
 */
export function remember<T>(read: Read<T>): Read<T> {
  const known: { readonly path: string; readonly text: string; readonly value: T }[] = [];
  return (path, text) => {
    const before = known.find((one) => one.path === path && one.text === text);
    if (before !== undefined) return before.value;
    const value = read(path, text);
    if (known.unshift({ path, text, value }) > MOST_KNOWN) known.pop();
    return value;
  };
}

const MOST_KNOWN = 16;
