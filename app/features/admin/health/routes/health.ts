import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiAdmin } from '~/features/accounts/index.server';
import { readHealth } from '../read-health.server';
import { jsonOrFailure } from '~/http/responses.server';

/** How the parts of the site are: `{ parts }`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    await requireApiAdmin(request, context);
    return { parts: await readHealth(new Date()) };
  });
}
