import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import {
  isContained,
  isLive,
  noteLoaded,
  noteSequence,
  onEvent,
  onMissed,
  readCurrent,
  loadedUpTo,
} from '~/engine/events';
import { client } from '~/http/client';

import type {
  ConversationEvent,
  ConversationGroup,
  ConversationOverview,
  ConversationPage,
  FolderChange,
} from '../conversation';
import { filterParams, isFiltered, NO_FILTER, type ConversationFilter } from './conversation-list';
import {
  groupIn,
  isUncertain,
  listedFrom,
  mergeChange,
  mergeCounts,
  mergeFolder,
  mergePage,
  type Listed,
} from './conversation-list';
import { onAnswerEnd } from '../../answers/live-answers';
import { chatTexts } from '../../texts';
import type { ConversationsApi } from '../routes/conversations';

const api = client<ConversationsApi>();

export interface ConversationList {
  listed: Listed;
  filter: ConversationFilter;
  setFilter(filter: ConversationFilter): void;
  /** The list doesn't match the filter yet. */
  loading: boolean;
  /** The last page failed to load: only the person retries it. */
  failed: boolean;
  loadMore(group: ConversationGroup): void;
  /** This tab's own change, before the live event reports it. */
  apply(change: ConversationEvent): void;
  applyFolder(change: FolderChange): void;
}

/** The sidebar's list: what the server rendered, then pages by key, kept current by live events. */
export function useConversationList(first: ConversationOverview): ConversationList {
  const [from, setFrom] = useState(first);
  const [listed, setListed] = useState<Listed>(() => listedFrom(first));
  const [filter, setFilter] = useState(NO_FILTER);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const request = useRef<AbortController>();
  const paging = useRef(new Set<string>());
  const latest = useRef({ listed, filter });
  useEffect(() => {
    latest.current = { listed, filter };
  });

  // The page loaded a new list, which includes what was merged into the old one.
  if (from !== first) {
    setFrom(first);
    if (!isFiltered(filter)) setListed(listedFrom(first));
  }
  const state = useRef(loadedUpTo(first.seq));

  const load = useCallback(async (wanted: ConversationFilter) => {
    request.current?.abort();
    const current = new AbortController();
    request.current = current;
    setLoading(true);
    setFailed(false);
    try {
      const overview = await readCurrent(state.current, () =>
        fetchOverview(wanted, current.signal),
      );
      if (!current.signal.aborted) setListed(listedFrom(overview));
    } catch (error) {
      if (!current.signal.aborted) showFailure(error, chatTexts.loadFailed);
    } finally {
      if (!current.signal.aborted) setLoading(false);
    }
  }, []);
  const reload = useCallback(() => void load(latest.current.filter), [load]);
  useEffect(() => () => request.current?.abort(), []);
  useEffect(() => {
    noteSequence(first.seq);
    if (!isFiltered(latest.current.filter) && !noteLoaded(state.current, first.seq)) reload();
  }, [first, reload]);

  const recount = useRecount(
    useCallback(async () => {
      const wanted = latest.current.filter;
      const counts = await api.get('/api/conversations/counts', { search: filterParams(wanted) });
      // A filter set meanwhile has its own list.
      if (wanted === latest.current.filter) setListed((old) => mergeCounts(old, counts));
    }, []),
  );

  const apply = useCallback(
    (change: ConversationEvent, seq?: number) => {
      if (isContained(state.current, seq)) return;
      setListed((old) => mergeChange(old, change, latest.current.filter));
      if (isUncertain(latest.current.listed, change)) recount();
    },
    [recount],
  );
  const applyFolder = useCallback(
    (change: FolderChange, seq?: number) => {
      if (isContained(state.current, seq)) return;
      setListed((old) => mergeFolder(old, change));
      if (change.type === 'removed') reload();
    },
    [reload],
  );
  useEffect(() => onEvent('conversation', apply), [apply]);
  useEffect(() => onEvent('folder', applyFolder), [applyFolder]);
  useEffect(() => onMissed(reload), [reload]);
  // Without a live connection, this tab at least applies its own changes.
  useEffect(() => onAnswerEnd(() => void (isLive() || reload())), [reload]);

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
    loadMore: useCallback((group: ConversationGroup) => {
      const { filter: wanted, listed: known } = latest.current;
      const { cursor } = groupIn(known, group);
      if (cursor === null || paging.current.has(group)) return;
      paging.current.add(group);
      setFailed(false);
      nextPage(group, cursor, wanted)
        .then(
          (page) =>
            // A filter set meanwhile has another list.
            setListed((old) =>
              groupIn(old, group).cursor === cursor && latest.current.filter === wanted
                ? mergePage(old, group, page)
                : old,
            ),
          (error: unknown) => {
            setFailed(true);
            showFailure(error, chatTexts.loadFailed);
          },
        )
        .finally(() => paging.current.delete(group));
    }, []),
    apply,
    applyFolder,
  };
}

/** Counts again, one request at a time; changes during a request are counted after it. */
function useRecount(count: () => Promise<void>): () => void {
  const state = useRef<'idle' | 'counting' | 'again'>('idle');
  return useCallback(() => {
    if (state.current !== 'idle') {
      state.current = 'again';
      return;
    }
    void (async () => {
      do {
        state.current = 'counting';
        try {
          await count();
        } catch (error) {
          showFailure(error, chatTexts.loadFailed);
        }
      } while ((state.current as string) === 'again');
      state.current = 'idle';
    })();
  }, [count]);
}

async function fetchOverview(
  filter: ConversationFilter,
  signal: AbortSignal,
): Promise<ConversationOverview> {
  const found = await api.get('/api/conversations', { search: filterParams(filter), signal });
  if ('items' in found) throw new TypeError('the server answered a page instead of the overview');
  return found;
}

async function nextPage(
  group: ConversationGroup,
  cursor: string,
  filter: ConversationFilter,
): Promise<ConversationPage> {
  const search = filterParams(filter);
  search.set('group', group);
  if (cursor !== '') search.set('cursor', cursor);
  const found = await api.get('/api/conversations', { search });
  if (!('items' in found))
    throw new TypeError('the server answered the overview instead of a page');
  return found;
}
