import { useCallback, useEffect, useState } from 'react';

import { client } from '~/http/client';

import type { SearchApi } from './routes/search';
import type { SearchResults } from './search-result';

const api = client<SearchApi>();

/** A search waits for a pause of this length in the typing. */
const PAUSE_MS = 120;

export interface Search {
  /** The latest results; null before the first ones. */
  results: SearchResults | null;
  /** The text that the results are for. */
  resultsOf: string;
  /** A request is running, or will be in a moment. */
  busy: boolean;
  failed: boolean;
  /** Repeats a failed request. */
  again(): void;
  /** Requests the next page. */
  more(): void;
}

interface Wanted {
  text: string;
  cursor: string | null;
  /** Counts attempts. */
  attempt: number;
}

/** Searches for the typed text after a short pause; a newer request cancels an older one. */
export function useSearch(text: string): Search {
  const [wanted, setWanted] = useState<Wanted>({ text, cursor: null, attempt: 0 });
  const [answered, setAnswered] = useState<Wanted | null>(null);
  const [failed, setFailed] = useState<Wanted | null>(null);
  const [results, setResults] = useState<SearchResults | null>(null);
  const [resultsOf, setResultsOf] = useState('');
  if (wanted.text !== text) setWanted({ text, cursor: null, attempt: 0 });

  useEffect(() => {
    const abort = new AbortController();
    const { text, cursor, attempt } = wanted;
    const search = { q: text, cursor: cursor ?? undefined };
    const ask = async () => {
      try {
        const page = await api.get('/api/search', { search, signal: abort.signal });
        if (abort.signal.aborted) return;
        setResults((old) => (cursor === null || old === null ? page : withPage(old, page)));
        setResultsOf(text);
        setAnswered(wanted);
      } catch {
        // The palette shows the failure and offers to try again.
        if (!abort.signal.aborted) setFailed(wanted);
      }
    };
    const timer = setTimeout(
      () => void ask(),
      text === '' || cursor !== null || attempt > 0 ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  const cursor = results?.cursor ?? null;
  return {
    results,
    resultsOf,
    busy: answered !== wanted && failed !== wanted,
    failed: failed === wanted,
    again: useCallback(() => setWanted((old) => ({ ...old, attempt: old.attempt + 1 })), []),
    more: useCallback(() => setWanted((old) => ({ ...old, cursor, attempt: 0 })), [cursor]),
  };
}

function withPage(old: SearchResults, page: SearchResults): SearchResults {
  return { ...old, messages: [...old.messages, ...page.messages], cursor: page.cursor };
}
