import { useCallback, useMemo, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { prepareRenderedText, preloadMarkdown } from '~/ui/rich-text/markdown-text';

import type { ChatMessageView } from '../conversations/conversation';
import { joinMessages, partsFromEnd } from './shown-messages';
import type { MessagesApi } from './routes/messages';
import { chatTexts } from '../texts';

const api = client<MessagesApi>();

/** The messages before those on the loaded page. */
export interface EarlierMessages {
  /** Some aren't loaded yet. */
  more: boolean;
  loading: boolean;
  /** Loads the next page of them. */
  load(): void;
  /** Loads all messages from this one to the loaded ones. False: that failed, and the person has seen why. */
  reach(id: string): Promise<boolean>;
}

/** Messages that are added at a time: more would drop frames while scrolling. */
const LOADED_AT_ONCE = 8;
/** Messages that are added at a time when a person waits for one far up and doesn't scroll. */
const REACHED_AT_ONCE = 40;

/** The loaded part of the branch that is shown: its end, which comes with the page, and the messages loaded before it. */
export function useMessages(
  conversationId: string | null,
  end: ChatMessageView[],
): { messages: ChatMessageView[]; earlier: EarlierMessages } {
  const [from, setFrom] = useState(end);
  const [known, setKnown] = useState<ReadonlyMap<string, ChatMessageView>>(() => byId(end));
  const [loading, setLoading] = useState(false);
  const asking = useRef(false);
  if (from !== end) {
    setFrom(end);
    setKnown(new Map([...known, ...byId(end)]));
  }
  const messages = useMemo(() => joinMessages(end, known), [end, known]);
  const first = messages[0];

  const fetchPart = useCallback(
    async (part: { before?: string; until?: string }) => {
      if (conversationId === null) return false;
      try {
        const params = { id: conversationId };
        // Messages are sanitized before they are shown.
        const [{ messages }] = await Promise.all([
          api.get('/api/conversations/:id/messages', { params, search: part }),
          preloadMarkdown(),
        ]);
        for (const some of partsFromEnd(messages, part.until ? REACHED_AT_ONCE : LOADED_AT_ONCE)) {
          await prepareRenderedText(some.flatMap(({ html }) => html ?? []));
          setKnown((others) => new Map([...others, ...byId(some)]));
          await freeMoment();
        }
        return true;
      } catch (error) {
        showFailure(error, chatTexts.earlierFailed);
        return false;
      }
    },
    [conversationId],
  );

  const load = useCallback(() => {
    if (asking.current || !first) return;
    asking.current = true;
    setLoading(true);
    void fetchPart({ before: first.id }).finally(() => {
      asking.current = false;
      setLoading(false);
    });
  }, [fetchPart, first]);

  return {
    messages,
    earlier: {
      more: first !== undefined && first.parentId !== null,
      loading,
      load,
      reach: useCallback((id: string) => fetchPart({ until: id }), [fetchPart]),
    },
  };
}

function byId(messages: readonly ChatMessageView[]): Map<string, ChatMessageView> {
  return new Map(messages.map((message) => [message.id, message]));
}

/** Lets the page draw and handle input. */
function freeMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** A message in Markdown, as written. Rejects when it can't be loaded. */
export async function requestMessageText(id: string): Promise<string> {
  return (await api.get('/api/messages/:id', { params: { id } })).text;
}

/** The whole conversation in Markdown. Rejects when it can't be loaded. */
export async function requestConversationText(id: string): Promise<string> {
  return (await api.get('/api/conversations/:id/text', { params: { id } })).text;
}
