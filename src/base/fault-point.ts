/**
 * Named places in the code at which a test may let the process die or an operation fail, so that crash and race tests
 * are exact. Without a handler a fault point costs one comparison.
 */
export type FaultHandler = (name: string) => void;

let handler: FaultHandler | undefined;

/** Passes a place; where one line serves several, `about` tells which. */
export function faultPoint(name: string, about?: string): void {
  if (handler !== undefined) handler(about === undefined ? name : `${name} ${about}`);
}

/** Installs what happens at fault points; `undefined` takes it away. */
export function onFaultPoint(next: FaultHandler | undefined): void {
  handler = next;
}
