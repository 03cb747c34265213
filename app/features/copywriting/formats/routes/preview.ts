import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { previewDocument, previewFailure } from '../preview-document.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The page that a text makes, for the frame that the text is sent to. Nothing is kept of it. */
export function action({ request, context }: ActionFunctionArgs) {
  const work = async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('preview', user.id, context.clientAddress);
    return previewDocument(request);
  };
  // A frame shows what is said as a page; everybody else is answered as by any API.
  const framed = request.headers.get('Sec-Fetch-Dest') === 'iframe';
  return framed ? work().catch(previewFailure) : answerOrFailure(work);
}
