import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseSettings } from '../../requests.server';
import { previewPrompt } from '../preview-prompt.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST `{ profileId, model, systemPrompt }`: what they send to the model before the messages. Changes nothing. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    return previewPrompt(user.id, parseSettings(await request.json().catch(() => null)));
  });
}
