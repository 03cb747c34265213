import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { parseSettings, previewPrompt } from '~/features/chat/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** POST `{ profileId, model, systemPrompt }`: what they send to the model before the messages. Changes nothing. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    return previewPrompt(user.id, parseSettings(await request.json().catch(() => null)));
  });
}
