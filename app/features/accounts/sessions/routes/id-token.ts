import type { LoaderFunctionArgs } from '@remix-run/node';

import { issueIdToken } from '../bearer.server';
import { requireApiUser } from '../guards.server';
import { jsonOrFailure } from '~/http/responses.server';

/** `{ token, expiresAt }`: what stands for the session in an Authorization header, for some minutes. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => issueIdToken(await requireApiUser(request, context)));
}
