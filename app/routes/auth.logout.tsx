import type { ActionFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';

import { SIGN_OUT_FAILED } from '~/features/auth/index';
import { clientOf, signOut } from '~/features/auth/index.server';
import { log } from '~/lib/log.server';

/** Signing out changes something, so a mere link can't do it. */
export function loader() {
  return redirect('/auth/login');
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { setCookie } = await signOut(request.headers.get('cookie'), clientOf(request, context));
    return redirect('/auth/login', { headers: { 'Set-Cookie': setCookie } });
  } catch (err) {
    log.error({ err }, 'sign-out failed');
    return new Response(SIGN_OUT_FAILED, { status: 500 });
  }
}
