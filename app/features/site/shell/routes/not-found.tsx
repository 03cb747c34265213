import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/features/accounts/index.server';

/** Every address without a page. Like all pages that aren't public, it needs a session (docs/product.md, Roles). */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireUser(request, context);
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFound() {
  return null;
}
