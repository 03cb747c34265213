import { singleton } from './singleton.server';

/**
 * What was made for these settings, once: made again as soon as they are others, so that a change of settings needs
 * no one to say so. What is in use meanwhile keeps what it has.
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
