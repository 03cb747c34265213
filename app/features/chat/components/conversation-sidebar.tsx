import { Link, useNavigate, useParams, useRouteLoaderData } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { Spinner } from '~/ui/spinner';
import { toastError } from '~/ui/toast';

import type { ConversationItem, ConversationPage } from '../conversation';
import { chatMessages } from '../messages';
import { shownPreview } from '../preview';
import { displayTitle } from '../titles';
import { useConversationList } from '../use-conversation-list';

/** The route whose loader brings the first page of the list. */
const LIST_ROUTE = 'routes/_app.ai-lab';

/** The sidebar's part in the chat lab: New Chat, and the conversations. */
export function ConversationSidebar() {
  const data = useRouteLoaderData<{ conversations: ConversationPage }>(LIST_ROUTE);
  return (
    <div className="flex min-h-full flex-col gap-3">
      <NewChatButton />
      {/* Without data an error page stands beside; it says what is wrong. */}
      {data && <List first={data.conversations} />}
    </div>
  );
}

function NewChatButton() {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function create() {
    setPending(true);
    try {
      const response = await fetch('/api/conversations', { method: 'POST' });
      const body = (await response.json()) as { id?: string };
      if (!response.ok || !body.id) throw new Error(`status ${response.status}`);
      navigate(`/ai-lab/chat/${body.id}`);
    } catch {
      toastError(chatMessages.createFailed);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button onClick={() => void create()} pending={pending} className="w-full">
      <Plus className="size-4" aria-hidden="true" />
      New Chat
    </Button>
  );
}

function List({ first }: { first: ConversationPage }) {
  const { items, hasMore, loading, loadMore } = useConversationList(first);
  const { conversationId } = useParams();
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!end.current || !hasMore) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, loadMore]);

  return (
    <nav aria-label="Conversations" className="flex flex-1 flex-col">
      {items.length === 0 ? (
        <p className="m-auto max-w-48 text-center text-sm text-muted">{chatMessages.emptyList}</p>
      ) : (
        <ul className="space-y-0.5">
          {items.map((item) => (
            <Item key={item.id} item={item} current={item.id === conversationId} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div ref={end} className="grid place-items-center py-3">
          {loading ? (
            <Spinner />
          ) : (
            <Button variant="ghost" size="sm" onClick={loadMore}>
              Show more
            </Button>
          )}
        </div>
      )}
    </nav>
  );
}

function Item({ item, current }: { item: ConversationItem; current: boolean }) {
  return (
    <li>
      <Link
        to={`/ai-lab/chat/${item.id}`}
        aria-current={current ? 'page' : undefined}
        className="block rounded-md px-3 py-2 transition-colors hover:bg-hover aria-[current]:bg-accent-soft touch:min-h-11"
      >
        <span className="block truncate text-sm font-medium">{displayTitle(item.title)}</span>
        <span className="block truncate text-xs text-muted">{shownPreview(item.lastMessage)}</span>
      </Link>
    </li>
  );
}
