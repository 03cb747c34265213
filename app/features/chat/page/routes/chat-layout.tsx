import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, type ShouldRevalidateFunctionArgs } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';

import type { ConversationOverview } from '../../conversations/conversation';
import { ConversationNavigation } from '../../conversations/list/components/conversation-navigation';
import { NO_FILTER } from '../../conversations/list/conversation-list';
import { firstHeadings, listOverview } from '../../conversations/list/list-conversations.server';
import { NewChatButton } from '../../conversations/new-chat';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const conversations = await listOverview(user.id, NO_FILTER);
  return { conversations, days: firstHeadings(conversations, user.timeZone, new Date()) };
}

/** Live events keep the list current, so only a page that reloads itself loads it again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** What the shell shows in the sidebar; only the pages of this section load it. */
export const handle = { sidebar: ConversationSidebar };

export default function ChatLab() {
  return <Outlet />;
}

/** The sidebar of the chat lab: New Chat, search, and the conversations. */
function ConversationSidebar({
  data,
}: {
  data?: { conversations: ConversationOverview; days: [string, string][] };
}) {
  return (
    <div className="flex min-h-full flex-col gap-3">
      {/* Without data, an error page is shown next to it and says what is wrong. */}
      {data ? (
        <ConversationNavigation first={data.conversations} days={data.days} />
      ) : (
        <NewChatButton />
      )}
    </div>
  );
}
