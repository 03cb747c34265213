import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { videoModels } from '../video-models.server';
import { jsonOrFailure } from '~/http/responses.server';

/** `{ models, available }`: what videos can be made with, if with anything. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    await requireApiUser(request, context);
    const models = videoModels();
    return { models, available: models.length > 0 };
  });
}
