import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { serveLoraImage } from '../images/serve-lora-image.server';
import { answerOrFailure } from '~/http/responses.server';

/** The picture for its owner; `?size=320` its small version. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const size = new URL(request.url).searchParams.get('size');
    return serveLoraImage(
      user.id,
      { loraId: params.id, id: params.imageId },
      size,
      request.headers.get('if-none-match'),
    );
  });
}
