import type { PrismaTx } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';

import { chunksOf } from './chunks';
import { languageOf } from './languages';

export interface IndexedPage {
  id: string;
  sourceId: string;
  profileId: string;
}

/** The rows of one statement. */
const BATCH = 500;

/**
 * Replaces the chunks of a page by those of this text, and returns how many there are. The caller has checked that the page
 * belongs to the user. What is embedded is embedded later (`embedSoon`).
 */
export async function indexPage(
  tx: PrismaTx,
  userId: UserScope,
  { id, sourceId, profileId }: IndexedPage,
  text: string,
): Promise<number> {
  await tx.sourceChunk.deleteMany({ where: { userId, pageId: id } });
  // Strip NULs and lone surrogates: PostgreSQL rejects them.
  const storable = text.replaceAll('\0', '').toWellFormed();
  const language = languageOf(storable);
  const chunks = chunksOf(storable);
  for (let from = 0; from < chunks.length; from += BATCH) {
    await tx.sourceChunk.createMany({
      data: chunks.slice(from, from + BATCH).map(({ headings, content }, at) => ({
        ...{ id: newId(), userId, profileId, sourceId, pageId: id },
        ...{ position: from + at, headings, content, language },
        tokens: estimateTokens(content) + estimateTokens(headings),
      })),
    });
  }
  return chunks.length;
}
