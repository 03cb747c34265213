import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ChatPage } from '../chat-page';
import { isDemo } from '~/gateways/ai/index.server';
import { listSuggestions } from '../../prompts/prompt-actions.server';
import { readChoices } from '../../answers/answer-basis.server';
import { importOffer } from '~/features/import-export';
import { loadMessageImages } from '~/features/media';
import { chatImagePrices } from '~/features/media/index.server';
import { Checklist } from '~/features/onboarding';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const [choices, suggestions] = await Promise.all([
    readChoices(user.id),
    listSuggestions(user.id),
  ]);
  return { choices, suggestions, imagePrices: chatImagePrices(), demo: isDemo() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Chat') }];

export default function NewConversation() {
  return (
    <ChatPage
      conversation={null}
      {...useLoaderData<typeof loader>()}
      fileOffer={importOffer}
      loadMessageImages={loadMessageImages}
      aside={<Checklist />}
    />
  );
}
