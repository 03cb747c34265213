import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseOffset } from '../parse-offset.server';
import { requireGeneration, streamText, webSink } from '../stream-text.server';
import { answerOrFailure } from '~/http/responses.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix (features/generation, node routes). */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const id = params.id ?? '';
    const offset = parseOffset(new URL(request.url).searchParams);
    await requireGeneration(user.id, id);
    const { sink, response } = webSink(request.signal);
    streamText(sink, { userId: user.id, id, offset });
    return response;
  });
}
