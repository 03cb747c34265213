import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { changeSettings } from '../settings/change-settings.server';
import { parseSettingsChange } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** PATCH `{ profileId?, model?, systemPrompt? }` changes what is given. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    const change = parseSettingsChange(await request.json().catch(() => null));
    return { settings: await changeSettings(user.id, params.id, change) };
  });
}
