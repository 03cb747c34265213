import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { InboxMessagePanel } from '../inbox-message';
import { requireAdmin } from '~/features/accounts/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import { openMessage } from '~/features/help/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const message = await orThrowResponse(openMessage(params.messageId));
  return { message, isSent: !isOutboxUsed() };
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: pageTitle(data ? `Message from ${data.message.name}` : errorTitle(error)) },
];

export default function Message() {
  const { message, isSent } = useLoaderData<typeof loader>();
  return <InboxMessagePanel key={message.id} message={message} isSent={isSent} />;
}
