import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/features/auth/index.server';

/** Nobody has a profile yet, so every address of one is unknown; a visitor is still sent to sign in first. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireUser(request, context);
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export default function Missing() {
  return null;
}
