import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { removeAttachment, serveAttachment } from '../serve-attachment.server';
import { requireApiUser } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { answerOrFailure, jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The file as it was uploaded, for its owner. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return serveAttachment(user.id, params.id, request.headers.get('if-none-match'));
  });
}

/** DELETE takes back what was not sent. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('attach', user.id, context.clientAddress);
    if (request.method !== 'DELETE') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await removeAttachment(user.id, params.id);
    return { success: true };
  });
}
