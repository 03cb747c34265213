import { useCallback, useEffect, useState } from 'react';

import { client } from '~/http/client';

import type { SearchApi } from './routes/search';
import type { SearchResults } from './search-result';

const api = client<SearchApi>();

/** Typing pauses this long before it is searched for. */
const PAUSE_MS = 120;

export interface Search {
  /** What was found last; null before anything was. */
  results: SearchResults | null;
  /** What the results are of. */
  resultsOf: string;
  /** Something is asked for, or will be in a moment. */
  busy: boolean;
  failed: boolean;
  /** Asks for what failed once more. */
  again(): void;
  /** Asks for the next page. */
  more(): void;
}

interface Wanted {
  text: string;
  cursor: string | null;
  /** Counts attempts. */
  attempt: number;
}

/** Asks the server for what is typed, a moment after it was; an older request is given up. */
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
        // Said in the palette, where the next attempt is made.
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
