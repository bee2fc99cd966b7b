/**
 * One value per process. Next bundles pages, routes and the start-up separately, each with its own copy of a module;
 * `globalThis` is what they share.
 */
export function once<Value>(name: string, make: () => Value): Value {
  const all = globalThis as { [key: symbol]: Value | undefined };
  const key = Symbol.for(`amber.${name}`);
  all[key] ??= make();
  return all[key];
}
