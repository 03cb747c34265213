import type { PrismaTx } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export interface IndexedPage {
  id: string;
  sourceId: string;
  profileId: string;
}

/** In UTF-16 units. */
const CHUNK = 1_200;

/**
 * Replaces the chunks of a page by those of this text, and returns how many there are. The caller has checked that the page
 * belongs to the user.
 */
export async function indexPage(
  tx: PrismaTx,
  userId: UserScope,
  { id, sourceId, profileId }: IndexedPage,
  text: string,
): Promise<number> {
  await tx.sourceChunk.deleteMany({ where: { userId, pageId: id } });
  const chunks: string[] = [];
  let rest = text;
  while (rest !== '') {
    const length =
      rest.length <= CHUNK ? rest.length : Math.max(1, rest.lastIndexOf('\n', CHUNK) + 1 || CHUNK);
    chunks.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  await tx.sourceChunk.createMany({
    data: chunks.map((content, position) => ({
      ...{ id: newId(), userId, profileId, sourceId, pageId: id, position, content },
    })),
  });
  return chunks.length;
}
