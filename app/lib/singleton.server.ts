const shared = globalThis as { __brandwright?: Map<string, unknown> };
const instances = (shared.__brandwright ??= new Map<string, unknown>());

/**
 * One instance per process, stored on globalThis: in development an edited module is evaluated again, and a pool or a
 * registry must survive that.
 */
export function singleton<T>(name: string, create: () => T): T {
  if (!instances.has(name)) instances.set(name, create());
  return instances.get(name) as T;
}
