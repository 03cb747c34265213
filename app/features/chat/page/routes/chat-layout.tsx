import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, type ShouldRevalidateFunctionArgs } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ConversationSidebar } from '../../conversations/list/components/conversation-sidebar';
import { NO_FILTER } from '../../conversations/list/conversation-filter';
import { listOverview } from '../../conversations/list/list-conversations.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return { conversations: await listOverview(user.id, NO_FILTER) };
}

/** Live changes keep the list true; it is loaded again only when a page asks for it. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** What the shell shows in the sidebar; only the pages of this section load it. */
export const handle = { sidebar: ConversationSidebar };

export default function ChatLab() {
  return <Outlet />;
}
