import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createLora } from '../create-lora.server';
import { listLoras } from '../list-loras.server';
import { readNewLora } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The user’s LoRAs, and what a new one may be. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return listLoras(user.id);
  });
}

/** `{ clientKey, name }` begins a LoRA. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    return createLora(user.id, readNewLora(await request.json().catch(() => null)));
  });
}
