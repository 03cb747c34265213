import { registerUserData } from '~/engine/user-data/index.server';

import { insertOnboarding } from './onboarding-data.server';

/** Called once per process, by registry.server.ts. */
export function registerOnboarding(): void {
  registerUserData('onboarding', {
    created: (tx, { userId }) => insertOnboarding(tx, userId),
  });
}
