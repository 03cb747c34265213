import { type Sql, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { ChunkRow } from '../chunks/chunk-data.server';
import {
  CITATION_LIMITS,
  type Cited,
  isPage,
  MAX_NUMBER,
  type Offered,
  type ShownCitation,
  sourceAddress,
  withoutCitationMarks,
} from './citation';
import {
  findCitations,
  findNumbers,
  findTexts,
  type KnownNumber,
  offerCitations,
  putCitations,
} from './citation-data.server';
import { findSentPassages, putSentPassages } from './sent-passages-data.server';
import { citedOf, numbered, passagesText, SOURCES_APART, sourcesText } from './cite';
import { rankByMeaning } from '../search/embeddings.server';
import { retrieve, type Retrieved } from '../search/retrieve.server';

/** What a text is told of the documents, and what it may cite of them. */
export interface SentSources {
  profileId: string;
  /** A section of the prompt. */
  text: string;
  /** For a conversation, the same in two parts: what is the same for each question, and the passages for this one. */
  stable: string;
  passages: string;
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
  if (isWhole && chunks.length === 0) return null;
  const kept = textId === undefined ? [] : await findCitations(userId, [textId]);
  const old = kept.flatMap(({ sources }) => sources);
  const sent = numbered(chunks.map(sentChunk), old);
  const isSent = new Set(sent.map(({ number }) => number));
  const text = sourcesText(sent);
  return {
    profileId,
    text,
    stable: isWhole ? text : SOURCES_APART,
    passages: isWhole ? '' : passagesText(sent),
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

/**
 * Stores what a text may cite, and which passages it was told of, in the transaction that queues it. `sent` is the part of the
 * sources that goes to the model where they aren't whole; whole documents are in the profile for everyone to read.
 */
export async function keepSources(
  tx: Sql,
  userId: UserScope,
  textId: string,
  sources: SentSources | null,
  sent: 'text' | 'passages',
): Promise<void> {
  if (!sources || sources.cited.length === 0) return;
  const { profileId, cited, isWhole } = sources;
  // One after the other on the transaction's connection, without waiting in between.
  await Promise.all([
    putCitations(tx, { textId, userId, profileId, sources: cited }),
    isWhole || putSentPassages(tx, { textId, userId, profileId, content: sources[sent] }),
  ]);
}

/** Passages that were sent for texts, which may share them. */
export interface PassagesSent {
  textIds: string[];
  content: string;
}

/** Which passages these texts of the user's were told of. Missing are texts that were told of none, or of whole documents. */
export async function readSentPassages(
  userId: UserScope,
  textIds: readonly string[],
): Promise<PassagesSent[]> {
  const rows = await findSentPassages(userId, textIds.filter(isId));
  const same = Map.groupBy(rows, ({ content }) => content);
  return [...same].map(([content, texts]) => ({
    content,
    textIds: texts.map(({ textId }) => textId),
  }));
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

/** A text of which a part is rewritten. */
export interface ChangedText {
  id: string;
  /** The numbers in square brackets that it has by now, whatever they mean. */
  numbers: readonly number[];
}

/** What a rewrite is told of the documents, empty without any, and what it may cite that its text doesn't cite yet. */
export interface RewriteSources {
  profileId: string;
  text: string;
  /** The documents don't go along whole. */
  isPart: boolean;
  offered: Offered[];
}

/**
 * What a rewrite is told of the profile's documents. No number that its text has gets a second meaning. Without a text of the
 * user's, or if the text cites another profile's documents, it may take facts and cites nothing.
 */
export async function retrieveForRewrite(
  userId: UserScope,
  profileId: string,
  question: string,
  changed: ChangedText | null,
): Promise<RewriteSources> {
  const { chunks, isWhole } = await retrieveFor(userId, profileId, question);
  const isPart = !isWhole && chunks.length > 0;
  const sent = chunks.map(sentChunk);
  const known = changed && sent.length > 0 ? await numbersOf(userId, profileId, changed.id) : null;
  if (!changed || !known) {
    return { profileId, text: sourcesText(numbered(sent), 'reads'), isPart, offered: [] };
  }
  const cited = new Set(known.filter(({ isCited }) => isCited).map(({ chunkId }) => chunkId));
  let room = CITATION_LIMITS.sources - cited.size;
  const named = numbered(sent, known, changed.numbers).filter(
    ({ id, number }) => cited.has(id) || (number <= MAX_NUMBER && room-- > 0),
  );
  return {
    profileId,
    text: sourcesText(named, 'changes'),
    isPart,
    offered: named
      .filter(({ id }) => !cited.has(id))
      .map((chunk) => ({ ...citedOf(chunk, question), textId: changed.id })),
  };
}

/** What the numbers of a text of the user's mean; null if a rewrite can't cite for it. */
async function numbersOf(
  userId: UserScope,
  profileId: string,
  textId: string,
): Promise<KnownNumber[] | null> {
  if (!isId(textId) || (await findTexts(userId, [textId])).length === 0) return null;
  const known = await findNumbers(sql, userId, textId);
  return known.some((one) => one.isCited && one.profileId !== profileId) ? null : known;
}

/**
 * Stores what a rewrite may cite, and which passages it was told of, in the transaction that queues it.
 * @throws AppError `conflict` if another rewrite of the same text began at the same moment
 */
export async function keepOffered(
  tx: Sql,
  userId: UserScope,
  rewriteId: string,
  { profileId, text, isPart, offered }: RewriteSources,
): Promise<void> {
  const sources = { textId: rewriteId, userId, profileId, sources: offered };
  if (!(await offerCitations(tx, sources))) {
    throw new AppError('conflict', 'Another rewrite of this text has just started. Try again.');
  }
  if (isPart) await putSentPassages(tx, { textId: rewriteId, userId, profileId, content: text });
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

/** The titles alone, for readers who may not see the documents; with its address where it's a page of the web. */
export async function readCitedTitles(
  userId: UserScope,
  textIds: readonly string[],
): Promise<Map<string, { number: number; title: string; address: string | null }[]>> {
  const rows = await findCitations(userId, textIds);
  return new Map(
    rows.map(({ textId, sources }) => [
      textId,
      sources.map((cited) => ({
        number: cited.number,
        title: cited.title,
        address: isPage(cited) ? cited.address : null,
      })),
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
