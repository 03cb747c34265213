import { registerKind, textKind } from '~/features/generation/index.server';

import { PASSAGE_KIND } from './begin-passage.server';

registerKind(PASSAGE_KIND, textKind);

export { beginPassage } from './begin-passage.server';
export { parsePassage } from './requests.server';
