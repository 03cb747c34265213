import { singleton } from './singleton.server';

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
