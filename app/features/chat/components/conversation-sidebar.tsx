import { useParams, useRouteLoaderData } from '@remix-run/react';

import type { ConversationOverview } from '../conversation';
import { isFiltered } from '../conversation-filter';
import { chatMessages } from '../messages';
import { useConversationList } from '../use-conversation-list';
import { ConversationGroupList } from './conversation-group-list';
import { ConversationSearch } from './conversation-search';
import { ImportedConversations } from './imported-conversations';
import { NewChatButton } from './new-chat-button';

/** The route whose loader brings how the list begins. */
const LIST_ROUTE = 'routes/_app.ai-lab';

/** The sidebar's part in the chat lab: New Chat, search, and the conversations. */
export function ConversationSidebar() {
  const data = useRouteLoaderData<{ conversations: ConversationOverview }>(LIST_ROUTE);
  return (
    <div className="flex min-h-full flex-col gap-3">
      <NewChatButton />
      {/* Without data an error page stands beside; it says what is wrong. */}
      {data && <Conversations first={data.conversations} />}
    </div>
  );
}

function Conversations({ first }: { first: ConversationOverview }) {
  const list = useConversationList(first);
  const { listed, filter } = list;
  const { conversationId } = useParams();
  const filtered = isFiltered(filter);
  const empty = listed.others.items.length === 0 && listed.imports.count === 0;
  const rows = { currentId: conversationId, failed: list.failed, apply: list.apply };

  return (
    <>
      <ConversationSearch filter={filter} onChange={list.setFilter} />
      <nav
        aria-label="Conversations"
        aria-busy={list.loading}
        className="flex flex-1 flex-col gap-3"
      >
        {empty ? (
          <p role="status" className="m-auto max-w-48 text-center text-sm text-muted">
            {filtered ? chatMessages.noMatches : chatMessages.emptyList}
          </p>
        ) : (
          <>
            {listed.imports.count > 0 && (
              <ImportedConversations
                imports={listed.imports}
                // What was searched for must be seen, and a list that holds nothing else is not hidden.
                opened={filtered || listed.others.items.length === 0}
                onMore={() => list.loadMore('imports')}
                {...rows}
              />
            )}
            <ConversationGroupList
              group={listed.others}
              onMore={() => list.loadMore('others')}
              {...rows}
            />
          </>
        )}
      </nav>
    </>
  );
}
