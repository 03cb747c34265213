import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { changeLora } from '../change-lora.server';
import { deleteLora } from '../delete-lora.server';
import { readLora } from '../read-lora.server';
import { readLoraChange } from '../../requests.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** A LoRA with its pictures, its training and what was made with it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readLora(user.id, params.id);
  });
}

/** PATCH `{ name?, triggerWord?, steps?, rank? }`, or DELETE with all that belongs to it. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH':
        return changeLora(
          user.id,
          params.id,
          readLoraChange(await request.json().catch(() => null)),
        );
      case 'DELETE':
        await deleteLora(user.id, params.id);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
