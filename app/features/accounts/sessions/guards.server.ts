import { type AppLoadContext, redirect } from '@remix-run/node';

import { isSecureRequest, type Session } from '~/http/session';
import { appUrl } from '~/settings/env.server';

import { secondFactorPath, signInPath, verifyPath } from '../forms/redirect-target';
import { SECOND_FACTOR_TEXTS } from '../second-factor/texts';
import { NOT_AUTHENTICATED, VERIFY_FIRST } from '../texts';
import { identify, isAdmitted, isVerified } from './authenticate.server';

// Remix gives every loader a Request of its own (headers and signal included), but all loaders and the action of one HTTP
// request get the same load context, a new one each time: the lookup is kept by that.
const lookups = new WeakMap<object, Promise<Session | null>>();

async function lookUp(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<Session | null> {
  const found = await identify(request.headers.get('cookie'), {
    secure: isSecureRequest(request, appUrl()),
  });
  if (!found) return null;
  keepCookies(found.setCookies, context);
  const { user, sessionId, authenticatedAt } = found;
  return { user, sessionId, authenticatedAt };
}

/**
 * Who is signed in, even if they have to verify their email address first: only for the pages around sign-in. Pass
 * `context`, so that loaders that run in parallel share one lookup.
 */
export function identifiedUser(
  request: Request,
  context?: AppLoadContext,
): Promise<Session | null> {
  const key = context ?? request;
  const running = lookups.get(key) ?? lookUp(request, context);
  lookups.set(key, running);
  return running;
}

/** The signed-in person; null for visitors and people whom the gate keeps out. */
export async function optionalUser(
  request: Request,
  context?: AppLoadContext,
): Promise<Session | null> {
  const found = await identifiedUser(request, context);
  return found && isAdmitted(found.user) ? found : null;
}

/** The signed-in person, even if they have to set up a second factor first: only for the pages with which they do. */
export async function verifiedUser(
  request: Request,
  context?: AppLoadContext,
): Promise<Session | null> {
  const found = await identifiedUser(request, context);
  return found && isVerified(found.user) ? found : null;
}

/**
 * The signed-in person. For a visitor it throws: on a navigation, the redirect to sign-in, which leads back; on any other
 * change, 401 with `{ error }`, so that the form can keep what was typed. People who have to verify their email address
 * or set up a second factor first are led to where they can, or get 403.
 */
export async function requireUser(request: Request, context?: AppLoadContext): Promise<Session> {
  const found = await identifiedUser(request, context);
  if (found && isAdmitted(found.user)) return found;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads || request.headers.get('sec-fetch-mode') === 'navigate') {
    const url = new URL(request.url);
    const leadTo = !found ? signInPath : isVerified(found.user) ? secondFactorPath : verifyPath;
    throw redirect(leadTo(url.pathname + url.search));
  }
  if (!found) throw sessionEnded();
  const error = isVerified(found.user) ? SECOND_FACTOR_TEXTS.first : VERIFY_FIRST;
  throw Response.json({ error }, { status: 403 });
}

/** The response to a change by someone whose session has ended. */
export function sessionEnded(): Response {
  return Response.json({ error: NOT_AUTHENTICATED }, { status: 401 });
}

/** The signed-in admin. Visitors are sent to sign-in as everywhere; for everyone else the page doesn't exist. */
export async function requireAdmin(request: Request, context?: AppLoadContext): Promise<Session> {
  const found = await requireUser(request, context);
  if (!found.user.isAdmin)
    throw new Response('Not Found', { status: 404, statusText: 'Not Found' });
  return found;
}

// Under Remix's own server nothing else writes headers, so the page's response carries them.
const cookiesToSend = new WeakMap<object, readonly string[]>();

/** Sends these Set-Cookie headers with the response to this context's request. */
function keepCookies(cookies: readonly string[], context: AppLoadContext | undefined): void {
  if (!context || cookies.length === 0) return;
  const { setCookie } = context;
  if (setCookie) for (const cookie of cookies) setCookie(cookie);
  else cookiesToSend.set(context, cookies);
}

/** Adds the cookies that no server around Remix has sent to a page's headers. */
export function addKeptCookies(headers: Headers, context: AppLoadContext): void {
  for (const cookie of cookiesToSend.get(context) ?? []) headers.append('Set-Cookie', cookie);
}
