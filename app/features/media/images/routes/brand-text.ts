import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readBrand } from '../read-brand.server';
import { jsonOrFailure } from '~/http/responses.server';

/** `?profileId=`: `{ text }`, what of the profile goes into a picture's prompt. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const profileId = new URL(request.url).searchParams.get('profileId') ?? undefined;
    return { text: await readBrand(user.id, profileId) };
  });
}
