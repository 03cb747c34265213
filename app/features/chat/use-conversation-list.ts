import { useCallback, useEffect, useState } from 'react';

import { isLive, noteSequence, onChange, onMissed } from '~/realtime';
import { toastError } from '~/ui/toast';

import type { ConversationChange, ConversationItem, ConversationPage } from './conversation';
import { mergeChange, mergePages } from './conversation-list';
import { onAnswerEnd } from './live-answers';
import { chatMessages } from './messages';

export interface ConversationList {
  items: ConversationItem[];
  hasMore: boolean;
  loading: boolean;
  loadMore(): void;
}

interface Listed {
  items: ConversationItem[];
  cursor: string | null;
  /** The page that the server rendered last. */
  from: ConversationPage;
}

function listOf({ items, cursor }: ConversationPage, from: ConversationPage): Listed {
  return { items, cursor, from };
}

/** The sidebar's list: what the server rendered, then pages by key, kept true by live changes. */
export function useConversationList(first: ConversationPage): ConversationList {
  const [list, setList] = useState(() => listOf(first, first));
  const [loading, setLoading] = useState(false);
  // Loaded anew by the page: what was merged into the old one is in it.
  if (list.from !== first) setList(listOf(first, first));
  useEffect(() => noteSequence(first.seq), [first]);

  const fetchPage = useCallback(async (cursor: string | null) => {
    setLoading(true);
    try {
      const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const response = await fetch(`/api/conversations${query}`);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const page = (await response.json()) as ConversationPage;
      if (cursor === null) {
        noteSequence(page.seq);
        setList((old) => listOf(page, old.from));
      } else {
        setList((old) => ({
          ...old,
          items: mergePages(old.items, page.items),
          cursor: page.cursor,
        }));
      }
    } catch {
      toastError(chatMessages.loadFailed);
    } finally {
      setLoading(false);
    }
  }, []);

  useEffect(
    () =>
      onChange('conversation', (data) => {
        const change = data as ConversationChange;
        setList((old) => ({ ...old, items: mergeChange(old.items, change) }));
      }),
    [],
  );
  useEffect(() => onMissed(() => void fetchPage(null)), [fetchPage]);
  // Where no live connection comes through, this tab at least learns of what it did itself.
  useEffect(() => onAnswerEnd(() => void (isLive() || fetchPage(null))), [fetchPage]);

  const { cursor } = list;
  return {
    items: list.items,
    hasMore: cursor !== null,
    loading,
    loadMore: useCallback(() => {
      if (cursor !== null && !loading) void fetchPage(cursor);
    }, [cursor, loading, fetchPage]),
  };
}
