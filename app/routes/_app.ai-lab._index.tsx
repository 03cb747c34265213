import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/auth/index.server';
import { ChatPage } from '~/features/chat';
import { isDemo } from '~/features/chat/index.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { demo: isDemo() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Chat') }];

export default function NewConversation() {
  const { demo } = useLoaderData<typeof loader>();
  return <ChatPage conversation={null} demo={demo} />;
}
