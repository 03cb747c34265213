import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { removeOwnPicture, setOwnPicture } from '../change-own-picture.server';
import { requireApiUser } from '../../sessions/guards.server';
import { serveOwnPicture } from '../serve-own-picture.server';
import { nameFromHeader } from '~/http/file-name-header';
import { bodyOf } from '~/http/request-body.server';
import { answerOrFailure, jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The picture of the signed-in person, whichever they have now. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return serveOwnPicture(user, request.headers.get('if-none-match'));
  });
}

/** POST takes another picture, as the bytes of a file; DELETE removes it. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('account-change', user.id, context.clientAddress);
    if (request.method === 'DELETE') {
      await removeOwnPicture(user.id);
      return { pictureId: null };
    }
    const name = nameFromHeader(request.headers.get('x-file-name'));
    return { pictureId: await setOwnPicture(user.id, name, bodyOf(request)) };
  });
}
