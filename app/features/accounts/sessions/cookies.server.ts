/**
 * The names of a cookie. Over https, browsers accept one with the prefix `__Host-` only from this very host, whole and
 * Secure, so that no other page of the domain and no one on the network can plant one. Over http they refuse it.
 */
function namesOf(plain: string) {
  const hosted = `__Host-${plain}`;
  return {
    hosted,
    plain,
    /** The more trustworthy name comes first. */
    names: [hosted, plain] as const,
    nameFor: (secure: boolean) => (secure ? hosted : plain),
  };
}

export const sessionCookies = namesOf('brandwright_session');
export const deviceCookies = namesOf('brandwright_device');
/** Names a browser that asks for a passkey before anyone has signed in with it. */
export const passkeyCookies = namesOf('brandwright_passkey');

/** What a browser keeps while its person is at an issuer. */
export const issuerCookies = namesOf('brandwright_issuer');

/** Far longer than our own cookies, and than what browsers send. */
const MAX_HEADER_LENGTH = 20_000;

/** The value of a cookie. Cookies are read one by one: another site's malformed cookie must not sign anyone out. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  if (header === null || header === undefined || header.length > MAX_HEADER_LENGTH) return null;
  for (const pair of header.split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return null;
}

/** A Set-Cookie header for the whole site. Without `maxAge` (in seconds) the cookie ends with the browser. */
export function serializeCookie(
  name: string,
  value: string,
  { secure, maxAge }: { secure: boolean; maxAge?: number },
): string {
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=/${lifetime}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

interface SessionCookie {
  name: string;
  secret: string;
}

/** What Lucia generates: 25 random bytes in base32. */
const SECRET = /^[a-z2-7]{40}$/;

/** The session cookies in a Cookie header, the more trustworthy one first. */
export function readSessionCookies(cookieHeader: string | null | undefined): SessionCookie[] {
  return sessionCookies.names.flatMap((name) => {
    const secret = readCookie(cookieHeader, name);
    return secret !== null && SECRET.test(secret) ? [{ name, secret }] : [];
  });
}

/**
 * The row alone decides when a session ends: the cookie outlives it, so a response that can't carry the renewed cookie
 * (a socket's handshake) doesn't shorten anything.
 */
const SESSION_COOKIE_S = 400 * 24 * 3600;

export function sessionCookie(secret: string, secure: boolean): string {
  const name = sessionCookies.nameFor(secure);
  return serializeCookie(name, secret, { secure, maxAge: SESSION_COOKIE_S });
}

/** Removes the cookie under the name that http uses, and that https used once. */
export function blankPlainCookie(secure: boolean): string {
  return serializeCookie(sessionCookies.plain, '', { secure, maxAge: 0 });
}

/** The Set-Cookie headers that make the browser forget the session. */
export function blankSessionCookies(secure: boolean): string[] {
  if (!secure) return [blankPlainCookie(false)];
  return [
    serializeCookie(sessionCookies.hosted, '', { secure, maxAge: 0 }),
    blankPlainCookie(true),
  ];
}
