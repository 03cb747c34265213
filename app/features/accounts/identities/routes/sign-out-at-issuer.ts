import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

import { limitAddress } from '~/http/rate-limit.server';
import { orThrowResponse } from '~/http/failure.server';

import { findSignOut } from '../visit-issuer.server';
import { issuerOrNotFound } from '../configured-issuers.server';

/** Redirects to the issuer's own sign-out, which asks people to confirm. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await orThrowResponse(limitAddress('issuer-address', context.clientAddress));
  const issuer = await issuerOrNotFound(params.issuerId);
  return redirect((await findSignOut(issuer)) ?? '/auth/login');
}
