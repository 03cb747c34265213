import type { ConversationOverview } from '../../conversation';
import { ConversationNavigation } from './conversation-navigation';
import { NewChatButton } from '../../new-chat-button';

/** The sidebar's part in the chat lab: New Chat, search, and the conversations. */
export function ConversationSidebar({ data }: { data?: { conversations: ConversationOverview } }) {
  return (
    <div className="flex min-h-full flex-col gap-3">
      {/* Without data an error page stands beside; it says what is wrong. */}
      {data ? <ConversationNavigation first={data.conversations} /> : <NewChatButton />}
    </div>
  );
}
