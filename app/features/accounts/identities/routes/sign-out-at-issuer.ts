import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

import { limitAddress } from '~/http/rate-limit.server';
import { orThrowResponse } from '~/http/failure.server';

import { findSignOut } from '../arrive.server';
import { issuerOrNotFound } from '../configured-issuers.server';

/** Leads to where people sign out at the issuer, which asks them before it does. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await orThrowResponse(limitAddress('issuer-address', context.clientAddress));
  const issuer = await issuerOrNotFound(params.issuerId);
  return redirect((await findSignOut(issuer)) ?? '/auth/login');
}
