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

/**
 * Makes something from settings once, and again when they have changed. Work that is under way keeps what it began
 * with.
 */
export function madeFor<Settings extends object, T>(
  name: string,
  settings: Settings,
  make: (settings: Settings) => T,
): T {
  const held = singleton(`made-for-${name}`, () => ({ key: '', made: null as T | null }));
  const key = JSON.stringify(settings);
  if (held.made === null || held.key !== key) {
    held.made = make(settings);
    held.key = key;
  }
  return held.made;
}
