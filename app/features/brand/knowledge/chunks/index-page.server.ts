import type { PrismaTx } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';
import { storable } from '~/lib/text/storable';

import { chunksOf } from './chunks';
import { languageOf } from './languages';

export interface IndexedPage {
  id: string;
  sourceId: string;
  profileId: string;
}

/** The rows of one statement. */
const BATCH = 500;
const WORD_BATCH = 5_000;

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
  const stored = storable(text);
  const language = languageOf(stored);
  const chunks = chunksOf(stored);
  for (let from = 0; from < chunks.length; from += BATCH) {
    await tx.sourceChunk.createMany({
      data: chunks.slice(from, from + BATCH).map(({ headings, content }, at) => ({
        ...{ id: newId(), userId, profileId, sourceId, pageId: id },
        ...{ position: from + at, headings, content, language },
        tokens: estimateTokens(content) + estimateTokens(headings),
      })),
    });
  }
  const words = wordsOf(stored);
  for (let from = 0; from < words.length; from += WORD_BATCH) {
    await tx.sourceWord.createMany({
      data: words
        .slice(from, from + WORD_BATCH)
        .map((word) => ({ sourceId, word, userId, profileId })),
      skipDuplicates: true,
    });
  }
  return chunks.length;
}

/** Its words without those that are too short to be misspelled. In order, so that two pages at once can't block each other. */
function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    if (word.length >= 4 && word.length <= 40) words.add(word.toLowerCase());
  }
  return [...words].toSorted();
}
