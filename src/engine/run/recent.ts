/** A function whose last few results are remembered by their key; for answers that never change. */
export function recent<Args extends readonly string[], Result>(
  most: number,
  find: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = args.join(' ');
    const found = known.get(key) ?? find(...args);
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}
