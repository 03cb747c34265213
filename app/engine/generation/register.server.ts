import { registerUserData } from '~/engine/user-data/index.server';

import { stopAllAnswers } from './stop-generation.server';

/** Called once per process, by registry.server.ts. */
export function registerGeneration(): void {
  registerUserData('generation', { stop: stopAllAnswers });
}
