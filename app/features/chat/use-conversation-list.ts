import { useCallback, useEffect, useRef, useState } from 'react';

import { requestJson, tellFailure } from '~/features/auth';
import { isLive, noteSequence, onChange, onMissed } from '~/realtime';

import type {
  ConversationChange,
  ConversationGroup,
  ConversationOverview,
  ConversationPage,
} from './conversation';
import {
  filterParams,
  isFiltered,
  NO_FILTER,
  type ConversationFilter,
} from './conversation-filter';
import { isUncertain, mergeChange, mergePage, type Listed } from './conversation-list';
import { onAnswerEnd } from './live-answers';
import { chatMessages } from './messages';

export interface ConversationList {
  listed: Listed;
  filter: ConversationFilter;
  setFilter(filter: ConversationFilter): void;
  /** The list does not show what the filter asks for yet. */
  loading: boolean;
  /** The last page asked for did not come: the next try is the person's to make. */
  failed: boolean;
  loadMore(group: ConversationGroup): void;
  /** What this tab itself did, before the live connection tells of it. */
  apply(change: ConversationChange): void;
}

/** The sidebar's list: what the server rendered, then pages by key, kept true by live changes. */
export function useConversationList(first: ConversationOverview): ConversationList {
  const [from, setFrom] = useState(first);
  const [listed, setListed] = useState<Listed>(first);
  const [filter, setFilter] = useState(NO_FILTER);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const request = useRef<AbortController>();
  const paging = useRef(false);
  const latest = useRef(listed);
  useEffect(() => {
    latest.current = listed;
  });

  // Loaded anew by the page: what was merged into the old one is in it.
  if (from !== first) {
    setFrom(first);
    if (!isFiltered(filter)) setListed(first);
  }
  useEffect(() => noteSequence(first.seq), [first]);

  const load = useCallback(async (wanted: ConversationFilter) => {
    request.current?.abort();
    const current = new AbortController();
    request.current = current;
    setLoading(true);
    setFailed(false);
    try {
      const overview = await fetchList<ConversationOverview>(filterParams(wanted), current.signal);
      if (current.signal.aborted) return;
      // Of what the filter leaves out nothing is known: only the whole list is true up to its number.
      if (!isFiltered(wanted)) noteSequence(overview.seq);
      setListed(overview);
    } catch (error) {
      if (!current.signal.aborted) tellFailure(error, chatMessages.loadFailed);
    } finally {
      if (!current.signal.aborted) setLoading(false);
    }
  }, []);
  useEffect(() => () => request.current?.abort(), []);

  const apply = useCallback(
    (change: ConversationChange) => {
      if (isUncertain(latest.current, change)) void load(filter);
      else setListed((old) => mergeChange(old, change, filter));
    },
    [filter, load],
  );
  useEffect(() => onChange('conversation', (data) => apply(data as ConversationChange)), [apply]);
  useEffect(() => onMissed(() => void load(filter)), [filter, load]);
  // Where no live connection comes through, this tab at least learns of what it did itself.
  useEffect(() => onAnswerEnd(() => void (isLive() || load(filter))), [filter, load]);

  return {
    listed,
    filter,
    setFilter: useCallback(
      (next: ConversationFilter) => {
        setFilter(next);
        void load(next);
      },
      [load],
    ),
    loading,
    failed,
    loadMore: useCallback(
      (group: ConversationGroup) => {
        const { cursor } = latest.current[group];
        if (cursor === null || paging.current) return;
        paging.current = true;
        setFailed(false);
        nextPage(group, cursor, filter)
          .then(
            (page) =>
              // A filter set meanwhile has another list.
              setListed((old) =>
                old[group].cursor === cursor ? mergePage(old, group, page) : old,
              ),
            (error: unknown) => {
              setFailed(true);
              tellFailure(error, chatMessages.loadFailed);
            },
          )
          .finally(() => (paging.current = false));
      },
      [filter],
    ),
    apply,
  };
}

function nextPage(
  group: ConversationGroup,
  cursor: string,
  filter: ConversationFilter,
): Promise<ConversationPage> {
  const params = filterParams(filter);
  params.set('group', group);
  params.set('cursor', cursor);
  return fetchList<ConversationPage>(params);
}

async function fetchList<T>(params: URLSearchParams, signal?: AbortSignal): Promise<T> {
  return (await requestJson(`/api/conversations?${params}`, { signal })) as T;
}
