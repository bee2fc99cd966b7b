/**
 * One value for this process. Next bundles pages, routes and the start-up apart, each with its own copy of a module:
 * on `globalThis` they meet.
 */
export function once<Value>(name: string, make: () => Value): Value {
  const all = globalThis as { [key: symbol]: Value | undefined };
  const key = Symbol.for(`amber.${name}`);
  all[key] ??= make();
  return all[key];
}
