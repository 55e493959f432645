/** One thing a person may choose, by its letter or its name. */
export interface MenuItem<Name extends string> {
  readonly name: Name;
  /** The letter that is enough. */
  readonly letter: string;
}

/** Gives each name the first of its letters that no other one has. */
export function menuOf<Name extends string>(names: readonly Name[]): readonly MenuItem<Name>[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const letter = [...name].find((one) => !taken.has(one)) ?? name;
    taken.add(letter);
    return { name, letter };
  });
}

/** `[y]es, [n]o, [d]iff`. */
export function formatMenu(items: readonly MenuItem<string>[]): string {
  return items.map(({ name, letter }) => name.replace(letter, `[${letter}]`)).join(', ');
}

/** The item that was typed: its letter, its name, or the beginning of only its name. */
export function chosenItem<Name extends string>(items: readonly MenuItem<Name>[], typed: string): Name | undefined {
  const word = typed.trim().toLowerCase();
  if (word === '') return undefined;
  const exact = items.find(({ name, letter }) => word === letter || word === name);
  const begun = items.filter(({ name }) => name.startsWith(word));
  return exact?.name ?? (begun.length === 1 ? begun[0]?.name : undefined);
}
