import { log } from '~/lib/log.server';
import { env } from '~/settings/env.server';

import { ProviderError, reasonOf } from '../providers/provider-error';
import { braveSearch } from './brave.server';
import {
  addressOf,
  type FoundPage,
  MAX_QUERY,
  type SearchProvider,
  type SearchRequest,
} from './search';
import { searxngSearch } from './searxng.server';
import { tavilySearch } from './tavily.server';

export { addressOf, type FoundPage, MAX_QUERY };

const BRAVE = 'https://api.search.brave.com';
const TAVILY = 'https://api.tavily.com';

/** Where searches go; null if no service is set. */
export function searchHost(): string | null {
  const { SEARCH_PROVIDER: provider, SEARCH_BASE_URL: set } = env();
  if (!provider) return null;
  return new URL(set ?? (provider === 'brave' ? BRAVE : TAVILY)).host;
}

function provider(): SearchProvider | null {
  const { SEARCH_PROVIDER, SEARCH_BASE_URL, SEARCH_API_KEY: key = '' } = env();
  switch (SEARCH_PROVIDER) {
    case undefined:
      return null;
    case 'searxng':
      return searxngSearch({ baseUrl: SEARCH_BASE_URL! });
    case 'brave':
      return braveSearch({ baseUrl: SEARCH_BASE_URL ?? BRAVE, key });
    case 'tavily':
      return tavilySearch({ baseUrl: SEARCH_BASE_URL ?? TAVILY, key });
  }
}

/** What a search brought, or why it failed, for people. */
export type Searched = { pages: FoundPage[] } | { failure: string };

/** Pages of the web for a question, the best first. Asks once, since searches cost money. */
export async function searchWeb(request: SearchRequest): Promise<Searched> {
  try {
    const service = provider();
    if (!service) throw new ProviderError('unreachable');
    const query = request.query.slice(0, MAX_QUERY).toWellFormed();
    return { pages: await service.search({ ...request, query }) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { code, status, detail } = error;
    if (code !== 'aborted') log.warn({ code, status, detail }, 'a web search failed');
    return { failure: reasonOf(code, { service: 'search service', thing: 'result' }) };
  }
}
