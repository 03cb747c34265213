import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { changeLora, deleteLora, readLora, readLoraChange } from '~/features/media/index.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

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
