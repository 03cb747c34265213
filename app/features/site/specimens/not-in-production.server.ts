import { env } from '~/lib/env.server';

/** The design pages are for those who build the product. @throws Response 404 in production */
export function notInProduction(): void {
  if (env().NODE_ENV === 'production') {
    throw new Response(null, { status: 404, statusText: 'Not Found' });
  }
}
