import { prisma, sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { readChunks } from '../../knowledge/chunks/chunk-data.server';
import { isPage, sourceAddress } from '../../knowledge/citations/citation';
import { findCitations } from '../../knowledge/citations/citation-data.server';
import { countSources } from '../../knowledge/sources/source-data.server';
import type { CitedPassage } from './cited';

/** Whether a profile of the user has sources, by which the facts of its texts are measured. */
export async function hasSources(userId: UserScope, profileId: string): Promise<boolean> {
  return (await countSources(prisma, userId, profileId)) > 0;
}

/** Passages of a text that are read. */
const MAX_PASSAGES = 100;

/**
 * What a text of the user cites. A citation shows a part of its passage; a figure may be in the rest of it, which is read as long
 * as the source still has it.
 */
export async function readCited(userId: UserScope, textId: string): Promise<CitedPassage[]> {
  if (!isId(textId)) return [];
  const [citations] = await findCitations(userId, [textId]);
  if (!citations) return [];
  const { profileId, sources } = citations;
  const cited = sources.slice(0, MAX_PASSAGES);
  const ids = cited.flatMap((one) => (isPage(one) ? [] : [one.chunkId]));
  const chunks = profileId === null ? [] : await readChunks(sql, userId, profileId, ids);
  const contentOf = new Map(chunks.map(({ id, content }) => [id, content]));
  return cited.map((one) => {
    const content = isPage(one) ? undefined : contentOf.get(one.chunkId);
    return {
      number: one.number,
      title: one.title,
      address: sourceAddress(profileId, one),
      passage: content ?? one.passage,
      whole: content !== undefined || !/^…|…$/.test(one.passage),
    };
  });
}
