import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { exportConversation, readConversationFormat } from '../export-conversation.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** A conversation as a file: `?format=markdown`, `json` or `html`; with `show=1` in the browser, to be printed. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-export', user.id, context.clientAddress);
    const wanted = readConversationFormat(new URL(request.url).searchParams);
    return exportConversation(user.id, params.id, wanted, request.signal);
  });
}
