import type { AppLoadContext } from '@remix-run/node';

// Under Remix's own server no one else writes headers, so a page's answer takes them along.
const kept = new WeakMap<object, readonly string[]>();

/** Sends these Set-Cookie headers with the answer to the request of this context. */
export function keepCookies(cookies: readonly string[], context: AppLoadContext | undefined): void {
  if (!context || cookies.length === 0) return;
  const { setCookie } = context;
  if (setCookie) for (const cookie of cookies) setCookie(cookie);
  else kept.set(context, cookies);
}

/** Adds to a page's headers what no server around Remix has sent. */
export function addKeptCookies(headers: Headers, context: AppLoadContext): void {
  for (const cookie of kept.get(context) ?? []) headers.append('Set-Cookie', cookie);
}
