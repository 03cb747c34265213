import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { previewDocument, previewFailure } from '~/features/formats/index.server';
import { limitUse } from '~/lib/rate-limit.server';

/** The page that a text makes, for the frame that the text is sent to. Nothing is kept of it. */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { user } = await requireApiUser(request, context);
    await limitUse('preview', user.id, context.clientAddress);
    return await previewDocument(request);
  } catch (error) {
    // Whoever is no frame is answered as by any other address.
    if (error instanceof Response && request.headers.get('Sec-Fetch-Dest') !== 'iframe')
      throw error;
    return previewFailure(error);
  }
}
