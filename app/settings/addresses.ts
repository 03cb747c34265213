import { z } from 'zod';

const MUST_BE_ENCODED =
  'holds a character in its user name or password that an address can’t hold as it is: ' +
  'write @ as %40, # as %23, / as %2F, ? as %3F, : as %3A and % as %25';

/**
 * An address with an optional user name and password, limited to certain schemes. Its errors repeat no part of it: if a
 * password isn't encoded, what looks like the host or the database is part of the password.
 */
export function secretAddress(schemes: readonly string[], example: string) {
  return z.string().superRefine((text, context) => {
    const scheme = schemes.find((one) => text.startsWith(`${one}://`));
    const problem =
      scheme === undefined
        ? `must start with ${schemes.map((one) => `${one}://`).join(' or ')}`
        : problemIn(text.slice(scheme.length + 3), text, example);
    if (problem !== undefined) context.addIssue(problem);
  });
}

/** `rest` is what follows the two slashes. */
function problemIn(rest: string, whole: string, example: string): string | undefined {
  const end = rest.search(/[/?#]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  const after = end === -1 ? '' : rest.slice(end);
  const [user, host, ...more] = authority.split('@');
  const userInfo = host === undefined ? '' : user;
  // A password's own @, or a / ? # before the real @, which end what a parser takes for the host.
  const query = after.indexOf('?');
  const beforeQuery = query === -1 ? after : after.slice(0, query);
  const cutOff = beforeQuery.includes('@') || after.includes('#') || after.startsWith('?');
  if (more.length > 0 || (cutOff && after.includes('@')) || !isEncoded(userInfo ?? '')) {
    return MUST_BE_ENCODED;
  }
  return URL.canParse(whole) ? undefined : `is not an address such as ${example}`;
}

/** A user name and a password with one colon between them, and % only where it encodes something. */
function isEncoded(userInfo: string): boolean {
  if (userInfo.split(':').length > 2 || /[\s[\]]/.test(userInfo)) return false;
  try {
    decodeURIComponent(userInfo);
    return true;
  } catch {
    return false;
  }
}

/** Where people reach the app; it can't run below a path of an address. */
export const siteAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .superRefine((text, context) => {
    // Invalid addresses have already been refused.
    if (!URL.canParse(text)) return;
    const { pathname, search, hash, username, password } = new URL(text);
    if (pathname !== '/') {
      context.addIssue(
        `must be an address without a path${SITE_EXAMPLE}: Brandwright can’t run below a path`,
      );
    } else if (search || hash || username || password) {
      context.addIssue(
        `must be an address without a user name, a query, or a fragment${SITE_EXAMPLE}`,
      );
    }
  });

const SITE_EXAMPLE = ', such as https://brand.example.com';
