import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { imageModels } from '../image-models.server';
import { isImageDemo } from '~/gateways/images/index.server';
import { jsonOrFailure } from '~/http/responses.server';

/** `{ models, demo }`: what pictures can be made with. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    await requireApiUser(request, context);
    return { models: imageModels(), demo: isImageDemo() };
  });
}
