import { registerKind, textKind } from '~/engine/generation/index.server';
import { registerUserData } from '~/engine/user-data/index.server';
import { registerContentReader, registerProfileUse } from '~/features/brand/index.server';
import { sql } from '~/lib/db/index.server';

import { contentSections } from './library/archive-sections.server';
import { listContents, readContentSource } from './library/content/content-data.server';
import { REVIEW_KIND } from './review/request-review.server';
import { REWRITE_KIND, rewriteKind } from './rewrite/start-rewrite.server';
import { briefSections } from './wizard/archive-sections.server';
import { countByProfile } from './wizard/briefs/brief-data.server';
import { VARIANT_KIND, variantKind } from './wizard/variants/queue-variants.server';

/** Called once per process, by registry.server.ts. */
export function registerCopywriting(): void {
  registerKind(VARIANT_KIND, variantKind);
  registerProfileUse('brief', countByProfile);
  registerContentReader({
    read: readContentSource,
    async search(userId, text, limit) {
      const items = await listContents(sql, userId, { text }, null, limit);
      return items.map(({ id, title }) => ({ id, title }));
    },
  });
  registerUserData('briefs', { sections: briefSections });
  registerUserData('copy', { sections: contentSections });
  registerKind(REWRITE_KIND, rewriteKind);
  registerKind(REVIEW_KIND, textKind);
}
