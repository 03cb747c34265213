/**
 * The names of a cookie. Over https browsers take one with the prefix `__Host-` only from this very host, whole and Secure,
 * so that no other page of the domain and no one on the wire can plant one. Over http they refuse it.
 */
function namesOf(plain: string) {
  const hosted = `__Host-${plain}`;
  return {
    hosted,
    plain,
    /** The one that is to be trusted first. */
    names: [hosted, plain] as const,
    nameFor: (secure: boolean) => (secure ? hosted : plain),
  };
}

export const sessionCookies = namesOf('brandwright_session');
export const deviceCookies = namesOf('brandwright_device');

/** Far more than any of ours, and than browsers send. */
const MAX_HEADER_LENGTH = 20_000;

/** The value of a cookie. Read one by one: another site's malformed cookie must not sign anyone out. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  if (header === null || header === undefined || header.length > MAX_HEADER_LENGTH) return null;
  for (const pair of header.split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return null;
}

/** A Set-Cookie header for the whole site. Without `maxAge` it is gone with the browser. */
export function serializeCookie(
  name: string,
  value: string,
  { secure, maxAge }: { secure: boolean; maxAge?: number },
): string {
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=/${lifetime}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
