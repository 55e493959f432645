/** The agents of the Domain Zero protocol: what the protocol calls each, and the name of the role that Baton uses. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['yuuji', 'implementation-specialist'],
  ['megumi', 'security-analyst'],
  ['nobara', 'ux-specialist'],
  ['gojo', 'mission-control'],
]);

/** Whether two names mean the same agent: they are equal, or one is the other's alias. */
export function isSameAgent(one: string, other: string): boolean {
  return one === other || roleName(one) === roleName(other);
}

/** The name of an agent's role, where it is given by its name in Domain Zero; any other name stays as it is. */
export function roleName(name: string): string {
  return ROLES.get(name.toLowerCase()) ?? name;
}

/** The name of an agent in files that programs of Domain Zero read. */
export function domainZeroName(name: string): string {
  return [...ROLES].find(([, role]) => role === name)?.[0] ?? name;
}
