import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { editMessage } from '../../answers/edit-message.server';
import { parseEdit } from '../../requests.server';
import { streamText, webSink } from '~/engine/generation/index.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix (features/chat, node routes). */
export function action({ request, context, params }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('chat', user.id, context.clientAddress);
    const body = parseEdit(await request.json().catch(() => null));
    const sent = await editMessage({ ...body, userId: user.id, questionId: params.id ?? '' });
    const { sink, response } = webSink(request.signal);
    streamText(sink, { userId: user.id, id: sent.answerId, offset: 0, start: sent });
    return response;
  });
}
