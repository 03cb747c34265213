import type { LoaderFunctionArgs } from '@remix-run/node';

import { issueIdToken, requireApiUser } from '~/features/auth/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';

/** `{ token, expiresAt }`: what stands for the session in an Authorization header, for some minutes. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => issueIdToken(await requireApiUser(request, context)));
}
