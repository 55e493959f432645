/** Whether two values are alike in all they hold. A key that is not there is as good as one that holds nothing. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  for (const key in left) if (!isEqual(left[key], right[key])) return false;
  for (const key in right) if (right[key] !== undefined && !(key in left)) return false;
  return true;
}

/** The value itself, which nobody can change any more. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
