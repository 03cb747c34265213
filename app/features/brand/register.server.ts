import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerUserData } from '~/engine/user-data/index.server';

import { profileSections, restoreSelection } from './archive-sections.server';
import { DRAFT_KIND } from './drafting/draft-actions.server';

/** Called once per process, by registry.server.ts. */
export function registerBrand(): void {
  registerKind(DRAFT_KIND, textKind);
  registerUserData('profiles', {
    restorePreferences: (target, { selectedProfileId }) =>
      restoreSelection(target, selectedProfileId),
    sections: profileSections,
  });
}
