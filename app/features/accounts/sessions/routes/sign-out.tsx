import { type ActionFunctionArgs, redirect } from '@remix-run/node';

import { SIGN_OUT_FAILED } from '../../texts';
import { clientOf, cookieHeaders } from '../../forms/answers.server';
import { keep } from '../../identities/visit-cookie.server';
import { signOut } from '../session-actions.server';
import { log } from '~/lib/log.server';

/** Signing out changes something, so a link alone can't do it. */
export function loader() {
  return redirect('/auth/login');
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const client = clientOf(request, context);
    const { setCookies, issuerId } = await signOut(request.headers.get('cookie'), client);
    const headers = cookieHeaders(
      issuerId === null ? setCookies : [...setCookies, keep('left', { issuerId }, client.secure)],
    );
    // Clears the account's images and files, but not the rest that the browser keeps for this site: the theme, and that this
    // device is known. Browsers accept the header over https only, and log a complaint over http.
    if (client.secure) headers.set('Clear-Site-Data', '"cache"');
    return redirect('/auth/login', { headers });
  } catch (err) {
    log.error({ err }, 'sign-out failed');
    return new Response(SIGN_OUT_FAILED, { status: 500 });
  }
}
