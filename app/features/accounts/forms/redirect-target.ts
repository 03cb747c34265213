/** Where people land by default. */
export const HOME = '/ai-lab';

/** Where new accounts begin, unless they were on their way somewhere. */
export const WELCOME = '/welcome';

const MAX_LENGTH = 2048;
const OWN_ORIGIN = 'http://own.invalid';

/**
 * The path to return to after sign-in, or HOME. Only paths of this site are accepted: anything that a browser could read as
 * another host is refused, encoded or not, and so are the sign-in pages themselves, which would redirect in circles.
 */
export function safeRedirect(target: string | null | undefined): string {
  if (!target || target.length > MAX_LENGTH || !target.startsWith('/') || isForeign(target))
    return HOME;
  if (isForeignDecoded(target.split(/[?#]/u, 1)[0] ?? '')) return HOME;
  const url = new URL(target, OWN_ORIGIN);
  // Checked again, because removing `/.` and `/..` may have created a `//`.
  if (url.origin !== OWN_ORIGIN || isForeign(url.pathname) || isForeignDecoded(url.pathname)) {
    return HOME;
  }
  if (/^\/(auth|login)(\/|$)/iu.test(decode(url.pathname) ?? '')) return HOME;
  return url.pathname + url.search + url.hash;
}

/** Whether a browser would leave the site: it reads `/\host` as `//host`, and drops control characters. */
function isForeign(path: string): boolean {
  return path.startsWith('//') || /[\\\u0000-\u001f\u007f-\u009f]/u.test(path);
}

function isForeignDecoded(path: string): boolean {
  const decoded = decode(path);
  return decoded === undefined || isForeign(decoded);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // The encoding is malformed, so this site didn't make the path.
    return undefined;
  }
}

/** The sign-in page that brings the person back to `path`. */
export function signInPath(path: string): string {
  const target = safeRedirect(path);
  return target === HOME ? '/auth/login' : `/auth/login?redirectTo=${encodeURIComponent(target)}`;
}

/** The page where the person verifies their email address and then continues to `path`. */
export function verifyPath(path: string): string {
  return `/auth/verify?redirectTo=${encodeURIComponent(safeRedirect(path))}`;
}

/** The page for the code after the password, which then continues to `path`. */
export function secondStepPath(path: string): string {
  const target = safeRedirect(path);
  return target === HOME
    ? '/auth/two-factor'
    : `/auth/two-factor?redirectTo=${encodeURIComponent(target)}`;
}

/** The page where the person sets up a second factor and then continues to `path`. */
export function secondFactorPath(path: string): string {
  return `/auth/second-factor?redirectTo=${encodeURIComponent(safeRedirect(path))}`;
}
