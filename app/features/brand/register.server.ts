import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerStorage, registerUserData } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

import { profileSections, restoreSelection } from './archive-sections.server';
import { DRAFT_KIND } from './drafting/draft-actions.server';
import { sourceSections } from './knowledge/sources/archive-sections.server';
import { removeSomeChunks } from './knowledge/sources/page-data.server';
import { storedBytes } from './knowledge/sources/source-data.server';
import { SOURCE_OBJECTS } from './knowledge/sources/source-objects.server';
import { knowledgeSections } from './knowledge/citations/archive-sections.server';
import { LOGO_OBJECTS } from './look/logos.server';
import { countLogoBytes } from './profiles/profile-data.server';
import { PROPOSALS_KIND } from './voice/proposals/request-proposals.server';

/** Deleted in one statement when an account is removed. */
const CHUNKS_AT_ONCE = 5_000;

/** Called once per process, by registry.server.ts. */
export function registerBrand(): void {
  registerKind(DRAFT_KIND, textKind);
  registerKind(PROPOSALS_KIND, textKind);
  registerStorage('logos', countLogoBytes);
  registerUserData('profiles', {
    objects: [LOGO_OBJECTS],
    restorePreferences: (target, { selectedProfileId }) =>
      restoreSelection(target, selectedProfileId),
    sections: profileSections,
  });
  registerStorage('sources', storedBytes);
  registerUserData('sources', {
    objects: [SOURCE_OBJECTS],
    removeRows: (userId) => removeSomeChunks(prisma, userId, CHUNKS_AT_ONCE),
    sections: sourceSections,
  });
  registerUserData('citations', { sections: knowledgeSections });
}
