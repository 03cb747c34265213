import { type Sql, sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { ChunkRow } from '../chunks/chunk-data.server';
import { type Cited, type ShownCitation, sourceAddress, withoutCitationMarks } from './citation';
import { findCitations, putCitations } from './citation-data.server';
import { citedOf, numbered, sourcesText } from './cite';
import { rankByMeaning } from '../search/embeddings.server';
import { retrieve, type Retrieved } from '../search/retrieve.server';

/** What a text is told of the documents, and what it may cite of them. */
export interface SentSources {
  profileId: string;
  /** A section of the prompt. */
  text: string;
  cited: Cited[];
  /** They are everything that there is. */
  isWhole: boolean;
}

/**
 * What a text about this question is told of the profile's documents; null if there are none. A text that is continued
 * (`textId`) keeps the numbers that it cites.
 */
export async function retrieveSources(
  userId: UserScope,
  profileId: string | null,
  question: string,
  textId?: string,
): Promise<SentSources | null> {
  if (profileId === null || !isId(profileId)) return null;
  const { chunks, isWhole } = await retrieveFor(userId, profileId, question);
  if (chunks.length === 0) return null;
  const kept = textId === undefined ? [] : await findCitations(userId, [textId]);
  const old = kept.flatMap(({ sources }) => sources);
  const sent = numbered(chunks.map(sentChunk), old);
  const isSent = new Set(sent.map(({ number }) => number));
  return {
    profileId,
    text: sourcesText(sent),
    // What was cited before stays, even if it isn't sent again.
    cited: [
      ...old.filter(({ number }) => !isSent.has(number)),
      ...sent.map((chunk) => citedOf(chunk, question)),
    ],
    isWhole,
  };
}

function retrieveFor(userId: UserScope, profileId: string, question: string): Promise<Retrieved> {
  return retrieve(sql, userId, profileId, question, () =>
    rankByMeaning(userId, profileId, question),
  );
}

function sentChunk({ id, sourceId, headings, content, pageTitle, sourceName }: ChunkRow) {
  return { id, sourceId, headings, content, title: pageTitle.trim() || sourceName };
}

/** Stores what a text may cite, in the transaction that queues it. */
export async function keepSources(
  tx: Sql,
  userId: UserScope,
  textId: string,
  sources: SentSources | null,
): Promise<void> {
  if (!sources) return;
  const { profileId, cited } = sources;
  await putCitations(tx, { textId, userId, profileId, sources: cited });
}

/**
 * What any text is told of the documents, whatever it is about; null without documents, and an empty text where that depends
 * on the question.
 */
export async function readSentSources(
  userId: UserScope,
  profileId: string,
): Promise<string | null> {
  const { chunks, isWhole } = await retrieve(sql, userId, profileId, '');
  if (!isWhole) return '';
  return chunks.length === 0 ? null : sourcesText(numbered(chunks.map(sentChunk)));
}

/** The same as `retrieveSources` for a text that is changed, which keeps its citations and gets no new ones; empty without documents. */
export async function readFacts(
  userId: UserScope,
  profileId: string,
  question: string,
): Promise<string> {
  const { chunks } = await retrieveFor(userId, profileId, question);
  return sourcesText(numbered(chunks.map(sentChunk)), { cites: false });
}

/** What texts of the user cite, by their ids; texts without citations are missing. */
export async function readCitations(
  userId: UserScope,
  textIds: readonly string[],
): Promise<Record<string, ShownCitation[]>> {
  const rows = await findCitations(userId, textIds.filter(isId));
  return Object.fromEntries(
    rows.map(({ textId, profileId, sources }) => [
      textId,
      sources.map((cited) => ({
        number: cited.number,
        title: cited.title,
        heading: cited.heading,
        passage: cited.passage,
        address: sourceAddress(profileId, cited),
      })),
    ]),
  );
}

/** The titles alone, for readers who may not see the documents. */
export async function readCitedTitles(
  userId: UserScope,
  textIds: readonly string[],
): Promise<Map<string, { number: number; title: string }[]>> {
  const rows = await findCitations(userId, textIds);
  return new Map(
    rows.map(({ textId, sources }) => [
      textId,
      sources.map(({ number, title }) => ({ number, title })),
    ]),
  );
}

/** A text as it is published, without the marks of what it cites. */
export async function readPublished(
  userId: UserScope,
  textId: string,
  text: string,
): Promise<string> {
  const [row] = await findCitations(userId, [textId]);
  const numbers = row?.sources.map(({ number }) => number) ?? [];
  return withoutCitationMarks(text, new Set(numbers));
}
