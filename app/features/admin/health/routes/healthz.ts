import { health, webProbe } from '../probes.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix. */
export function loader() {
  return webProbe(health);
}
