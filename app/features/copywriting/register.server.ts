import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerAccountData } from '~/engine/user-data/index.server';
import { registerProfileUse } from '~/features/brand/index.server';
import { sql } from '~/lib/db/index.server';

import { contentSections } from './library/archive-sections.server';
import { PASSAGE_KIND } from './rewrite/begin-passage.server';
import { briefSections } from './wizard/archive-sections.server';
import { countByProfile } from './wizard/briefs/brief-data.server';
import { PIECE_KIND, pieceKind } from './wizard/pieces/piece-kind.server';

/** Called once per process, by registry.server.ts. */
export function registerCopywriting(): void {
  registerKind(PIECE_KIND, pieceKind);
  registerProfileUse('brief', (userId, profileId) => countByProfile(sql, userId, profileId));
  registerAccountData('briefs', { sections: briefSections });
  registerAccountData('copy', { sections: contentSections });
  registerKind(PASSAGE_KIND, textKind);
}
