import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerUserData } from '~/engine/user-data/index.server';
import { registerProfileUse } from '~/features/brand/index.server';
import { sql } from '~/lib/db/index.server';

import { contentSections } from './library/archive-sections.server';
import { PASSAGE_KIND } from './rewrite/begin-passage.server';
import { briefSections } from './wizard/archive-sections.server';
import { countByProfile } from './wizard/briefs/brief-data.server';
import { PIECE_KIND, pieceKind } from './wizard/pieces/queue-pieces.server';

/** Called once per process, by registry.server.ts. */
export function registerCopywriting(): void {
  registerKind(PIECE_KIND, pieceKind);
  registerProfileUse('brief', (userId, profileId) => countByProfile(sql, userId, profileId));
  registerUserData('briefs', { sections: briefSections });
  registerUserData('copy', { sections: contentSections });
  registerKind(PASSAGE_KIND, textKind);
}
