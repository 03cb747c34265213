import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerAccountData } from '~/engine/user-data/index.server';

import { profileSections } from './archive-sections.server';
import { bringInSelection } from './profiles/bring-in-profile.server';
import { DRAFT_KIND } from './drafting/request-draft.server';

/** Called once per process, by registry.server.ts. */
export function registerBrand(): void {
  registerKind(DRAFT_KIND, textKind);
  registerAccountData('profiles', {
    restorePreferences: (target, { selectedProfileId }) =>
      bringInSelection(target, selectedProfileId),
    sections: profileSections,
  });
}
