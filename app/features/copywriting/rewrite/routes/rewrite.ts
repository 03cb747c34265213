import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { streamText } from '~/engine/generation/index.server';
import { webSink } from '~/http/event-stream.server';
import { beginPassage } from '../begin-passage.server';
import { parsePassage } from '../requests.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Another wording of a passage, streamed: first `start` with its id, then its text (features/generation, text events). */
export function action({ request, context }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('passage', user.id, context.clientAddress);
    const started = await beginPassage(
      user.id,
      parsePassage(await request.json().catch(() => null)),
    );
    const { sink, response } = webSink(request.signal);
    streamText(sink, { userId: user.id, id: started.id, offset: 0, start: started });
    return response;
  });
}
