import { z } from 'zod';

import { archivedTable, leftOut } from '~/engine/user-data/index.server';
import { type Sql, transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { CITATION_LIMITS, type Cited, isPage } from './citation';
import { findUncited, hasProfile, moveCitations, putCitations } from './citation-data.server';

/** PostgreSQL rejects NULs and lone surrogates. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed());

/** As untrusted as a form: ids become addresses, and texts are shown. */
const passage = {
  number: z.int().min(1).max(999),
  title: text(CITATION_LIMITS.title),
  heading: text(CITATION_LIMITS.heading),
  passage: text(CITATION_LIMITS.passage),
};
const cited = z.union([
  z.object({ ...passage, sourceId: z.uuid(), chunkId: z.uuid() }),
  z.object({
    ...passage,
    address: text(CITATION_LIMITS.address).refine((value) =>
      ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''),
    ),
  }),
]);

/** The sections of texts that come back with an id that is known beforehand. */
const TEXTS = ['pieces', 'savedContents', 'chatDocuments'] as const;
const MESSAGES = 'messages';

const citations = archivedTable('citation', {
  section: 'citations',
  key: 'textId',
  columns: {
    profileId: z.uuid().nullable(),
    sources: z.custom<z.infer<typeof cited>[]>(
      (value) => z.array(cited).max(CITATION_LIMITS.sources).safeParse(value).success,
    ),
    numbers: leftOut('the same as those of its sources'),
  },
  there: { numbers: { isEmpty: false } },
  after: [...TEXTS, 'profiles'],
  async restoreOtherwise({ userId, idOf, idsOf }, { id, profileId, sources }) {
    const ids = TEXTS.flatMap((section) => idsOf(section, id));
    const [textId] = await findUncited(userId, ids);
    const isHere = profileId === null || textId === id || (await hasProfile(userId, profileId));
    // The schema also takes out what it doesn't know.
    const moved = sources
      .map((one) => cited.parse(one))
      .map((one): Cited =>
        isHere || isPage(one) ? one : { ...one, sourceId: idOf('sources', one.sourceId) },
      );
    await transaction(async (tx) => {
      await putCitations(tx, {
        // Messages come later, and get new ids then.
        ...{ userId, textId: textId ?? idOf(MESSAGES, id), sources: moved },
        profileId: isHere ? profileId : idOf('profiles', profileId),
        numbers: moved.map(({ number }) => number),
      });
    });
    return textId !== undefined;
  },
});

/**
 * Gives messages of an archive that were just written their citations; those that have some keep them. `idOf` says what the
 * rows of an archive are called in this account.
 */
export function restoreCitations(
  tx: Sql,
  userId: UserScope,
  messages: readonly { key: string; id: string }[],
  idOf: (section: string, id: string) => string,
): Promise<void> {
  const moves = messages.map(({ key, id }) => ({ from: idOf(MESSAGES, key), to: id }));
  return moveCitations(tx, userId, moves);
}

/** For reading only: nothing sends them again. */
const sentPassages = archivedTable('sentPassages', {
  section: 'sentPassages',
  key: 'textId',
  columns: { profileId: z.uuid(), content: z.string() },
});

export const knowledgeSections = [citations, sentPassages] as const;
