import { registerUserData } from '~/engine/user-data/index.server';

import { stopAllGenerations } from './stop-generation.server';

/** Called once per process, by registry.server.ts. */
export function registerGeneration(): void {
  registerUserData('generation', { stop: stopAllGenerations });
}
