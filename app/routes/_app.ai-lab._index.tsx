import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/auth/index.server';
import { ChatPage } from '~/features/chat';
import { isDemo, readChoices } from '~/features/chat/index.server';
import { listSuggestions } from '~/features/prompts/index.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [choices, suggestions] = await Promise.all([
    readChoices(user.id),
    listSuggestions(user.id),
  ]);
  return { choices, suggestions, demo: isDemo() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Chat') }];

export default function NewConversation() {
  return <ChatPage conversation={null} {...useLoaderData<typeof loader>()} />;
}
