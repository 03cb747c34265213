import { registerAccountData } from '~/features/account-data/index.server';
import { registerKind } from '~/features/generation/index.server';
import { registerProfileUse } from '~/features/profiles/index.server';
import { sql } from '~/lib/db/index.server';

import { briefSections } from './archive-sections.server';
import { countByProfile } from './brief-table.server';
import { PIECE_KIND, pieceKind } from './piece-kind.server';

export { addVariant, writeAgain } from './add-piece.server';
export { choosePiece } from './choose-piece.server';
export { continuePiece } from './continue-piece.server';
export { createBrief } from './create-brief.server';
export { deleteBrief } from './delete-brief.server';
export { editPiece } from './edit-piece.server';
export { estimateBrief } from './estimate-brief.server';
export { recentBriefs } from './list-briefs.server';
export { openBrief, openPiece } from './open-brief.server';
export { openBriefPage } from './open-brief-page.server';
export {
  parseAgain,
  parseBrief,
  parseEdit,
  parseEstimate,
  parseMore,
  parseSave,
} from './requests.server';
export { savePieces } from './save-pieces.server';
export { tidyBriefs } from './tidy-briefs.server';

// Whatever process may end a run, or find one abandoned, must know what to do with its text.
registerKind(PIECE_KIND, pieceKind);
registerProfileUse('brief', (userId, profileId) => countByProfile(sql, userId, profileId));
registerAccountData('briefs', { sections: briefSections });
