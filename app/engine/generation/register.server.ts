import { registerAccountData } from '~/engine/user-data/index.server';

import { stopAllAnswers } from './stop-answer.server';

/** Called once per process, by registry.server.ts. */
export function registerGeneration(): void {
  registerAccountData('generation', { stop: stopAllAnswers });
}
