import { indexPage } from '~/features/brand/knowledge/chunks/index-page.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

/** A source of pasted text with one page, indexed. */
export async function createSource(
  profile: { id: string; userId: UserScope },
  text: string,
  { name = 'Price list', title = '' }: { name?: string; title?: string } = {},
): Promise<{ id: string; pageId: string; chunkIds: string[] }> {
  const { id: profileId, userId } = profile;
  const source = { id: newId(), pageId: newId() };
  await prismaTransaction(async (tx) => {
    await tx.source.create({
      data: { id: source.id, userId, profileId, kind: 'text', state: 'ready', name },
    });
    await tx.sourcePage.create({
      data: { id: source.pageId, userId, sourceId: source.id, position: 0, title },
    });
    await indexPage(tx, userId, { id: source.pageId, sourceId: source.id, profileId }, text);
  });
  const chunks = await prisma.sourceChunk.findMany({
    where: { userId, sourceId: source.id },
    orderBy: { position: 'asc' },
    select: { id: true },
  });
  return { ...source, chunkIds: chunks.map(({ id }) => id) };
}
