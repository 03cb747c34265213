import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { deleteContent } from '../content/delete-content.server';
import { editContent } from '../content/edit-content.server';
import { readEdit } from '../requests.server';
import { requireContent } from '../content/open-content.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** Title and text as they are now, with their version, and what they are written as. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure<object>(async () => {
    const { user } = await requireApiUser(request, context);
    const { title, content, version, format } = await requireContent(user.id, params.id);
    return { title, content, version, format };
  });
}

/** PATCH `{ title, content, version }` edits, 409 when that is not the newest version; DELETE deletes. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure<object>(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const edit = readEdit(await request.json().catch(() => null));
        return { item: await editContent(user.id, params.id, edit) };
      }
      case 'DELETE':
        await deleteContent(user.id, params.id);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
