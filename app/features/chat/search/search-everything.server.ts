import { z } from 'zod';

import { displayTitle } from '../conversations/settings/titles';
import { fullText } from '../messages/message-objects.server';
import { sql } from '~/lib/db/index.server';
import { parseListCursor } from '~/lib/list-cursor';
import type { UserScope } from '~/lib/scope';

import { indexFresh } from './index-messages.server';
import { parseQuery, type SearchQuery, toTsquery } from './words';
import type { ConversationHit, MessageHit, SearchResults } from './search-result';
import {
  findMessages,
  findTitles,
  type FoundMessage,
  type MessagePosition,
} from './search-data.server';
import { INDEXED_CHARACTERS } from './words';
import { highlight, snippetOf } from './snippet';

const PAGE_SIZE = 20;
const MAX_TITLES = 6;

const request = z.object({ q: z.string().default(''), cursor: z.string().optional() });

export interface SearchRequest {
  query: SearchQuery;
  after: MessagePosition | null;
}

/** @throws AppError `invalid` */
export function parseSearchRequest(search: URLSearchParams): SearchRequest {
  const { q, cursor } = request.parse(Object.fromEntries(search));
  if (cursor === undefined) return { query: parseQuery(q), after: null };
  const { date, id } = parseListCursor(cursor);
  return { query: parseQuery(q), after: { at: date, id } };
}

/**
 * Finds a query in the titles and messages of a person's conversations, in every branch, newest first. An empty query
 * finds the latest conversations.
 */
export async function searchEverything(
  userId: UserScope,
  { query, after }: SearchRequest,
): Promise<SearchResults> {
  const [conversations, { messages, cursor }] = await Promise.all([
    after === null ? titles(userId, query) : [],
    texts(userId, query, after),
  ]);
  return { conversations, messages, cursor };
}

async function titles(
  userId: UserScope,
  { text, phrases }: SearchQuery,
): Promise<ConversationHit[]> {
  const parts = text.split(/["“„”\s]+/u).filter((part) => part !== '');
  // Quotation marks alone are nothing to search for.
  if (text !== '' && parts.length === 0) return [];
  const found = await findTitles(sql, userId, parts, MAX_TITLES);
  return found.map(({ conversationId, title, date }) => ({
    conversationId,
    title: highlight(displayTitle(title), phrases),
    date: date.getTime(),
  }));
}

async function texts(
  userId: UserScope,
  query: SearchQuery,
  after: MessagePosition | null,
): Promise<Pick<SearchResults, 'messages' | 'cursor'>> {
  if (query.phrases.length === 0) return { messages: [], cursor: null };
  if (after === null) await indexFresh(userId);
  const found = await findMessages(sql, {
    userId,
    tsquery: toTsquery(query),
    after,
    limit: PAGE_SIZE + 1,
    characters: INDEXED_CHARACTERS,
  });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const more = found.length > PAGE_SIZE && last;
  return {
    messages: await Promise.all(page.map((message) => hitOf(message, query))),
    cursor: more ? `${last.at.getTime()}.${last.messageId}` : null,
  };
}

async function hitOf(
  { text, contentUrl, at, title, ...message }: FoundMessage,
  { phrases }: SearchQuery,
): Promise<MessageHit> {
  const beginning = (await fullText(text, contentUrl)).slice(0, INDEXED_CHARACTERS);
  return {
    ...message,
    title: displayTitle(title),
    at: at.getTime(),
    snippet: snippetOf(beginning, phrases),
  };
}
