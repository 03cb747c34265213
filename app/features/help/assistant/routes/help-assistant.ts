import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { askAssistant, parseAssistantCall } from '../ask-assistant.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST /api/tools/helpmenuassistant: messages give `choices[0].message.content`, a failure `error`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('help', user.id, context.clientAddress);
    const asked = parseAssistantCall(await request.json().catch(() => null));
    return askAssistant(asked, user.id, request.signal);
  });
}
