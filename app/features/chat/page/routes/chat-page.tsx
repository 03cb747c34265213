import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { useEffect } from 'react';

import { requireUser } from '~/features/accounts/index.server';
import { ChatPage } from '../chat-page';
import { isDemo } from '~/gateways/ai/index.server';
import { noteDeleted } from '../../conversations/deleted-elsewhere';
import { listSuggestions } from '../../prompts/prompt-actions.server';
import { noteTitle } from '../../conversations/settings/use-settings';
import { openConversation } from '../../conversations/open-conversation.server';
import { readChoices } from '../../answers/answer-basis.server';
import { importOffer } from '~/features/import-export';
import { loadImageChoice, loadMessageImages } from '~/features/media';
import { chatImagePrices } from '~/features/media/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';
import { preloadMarkdown } from '~/ui/rich-text/markdown-text';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [conversation, choices, suggestions] = await Promise.all([
    orThrowResponse(openConversation(user.id, params.conversationId)),
    readChoices(user.id),
    listSuggestions(user.id),
  ]);
  const imagePrices = chatImagePrices();
  return { conversation, choices, suggestions, imagePrices, demo: isDemo() };
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

/** What the page shows. It stays when the conversation was deleted elsewhere, because of what was typed there. */
let shown: PageData | null = null;

/** Sanitizes HTML that a navigation loads from the server again before it is shown. */
export async function clientLoader({ serverLoader, params }: ClientLoaderFunctionArgs) {
  noteTitle(params.conversationId ?? '');
  try {
    const [data] = await Promise.all([serverLoader<typeof loader>(), preloadMarkdown()]);
    return data;
  } catch (error) {
    const isGone = isRouteErrorResponse(error) && error.status === 404;
    const isShown = shown?.conversation.id === params.conversationId?.toLowerCase();
    if (!isGone || !isShown || shown === null) throw error;
    noteDeleted(shown.conversation.id);
    return shown;
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.conversation.title ?? 'Chat') },
];

export default function Conversation() {
  const data = useLoaderData<typeof loader>();
  useEffect(() => {
    shown = data;
    return () => void (shown = null);
  }, [data]);
  return (
    <ChatPage
      key={data.conversation.id}
      {...data}
      fileOffer={importOffer}
      loadImages={loadImageChoice}
      loadMessageImages={loadMessageImages}
    />
  );
}
