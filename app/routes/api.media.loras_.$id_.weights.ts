import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { serveWeights } from '~/features/media/index.server';
import { answerOrFailure } from '~/lib/http/responses.server';

/** What was learned, as a .safetensors file to keep. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return serveWeights(user.id, params.id);
  });
}
