import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/features/accounts/index.server';

/** Every address that is no page. Like every page that is not public it needs a login (spec §2). */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireUser(request, context);
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFound() {
  return null;
}
