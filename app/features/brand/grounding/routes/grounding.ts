import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readOwnGrounding } from '../read-grounding.server';
import { jsonOrFailure } from '~/http/responses.server';

/** `{ text }`: what a model is told about this brand; null when nothing is filled in. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { text: await readOwnGrounding(user.id, params.id) };
  });
}
