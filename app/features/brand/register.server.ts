import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerStorage, registerUserData } from '~/engine/user-data/index.server';

import { profileSections, restoreSelection } from './archive-sections.server';
import { DRAFT_KIND } from './drafting/draft-actions.server';
import { knowledgeSections } from './knowledge/archive-sections.server';
import { LOGO_OBJECTS } from './look/logos.server';
import { countLogoBytes } from './profiles/profile-data.server';

/** Called once per process, by registry.server.ts. */
export function registerBrand(): void {
  registerKind(DRAFT_KIND, textKind);
  registerStorage('logos', countLogoBytes);
  registerUserData('profiles', {
    objects: [LOGO_OBJECTS],
    restorePreferences: (target, { selectedProfileId }) =>
      restoreSelection(target, selectedProfileId),
    sections: profileSections,
  });
  registerUserData('citations', { sections: knowledgeSections });
}
