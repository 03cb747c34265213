import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { previewDocument, previewFailure } from '~/features/formats/index.server';
import { limitUse } from '~/lib/rate-limit.server';

/** The page that a text makes, for the frame that the text is sent to. Nothing is kept of it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireApiUser(request, context);
  try {
    await limitUse('preview', user.id, context.clientAddress);
    return await previewDocument(request);
  } catch (error) {
    return previewFailure(error);
  }
}
