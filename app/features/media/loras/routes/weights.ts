import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { serveWeights } from '../serve-weights.server';
import { answerOrFailure } from '~/http/responses.server';

/** What was learned, as a .safetensors file to keep. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return serveWeights(user.id, params.id);
  });
}
