import { get, NO_SUCH_ADDRESS, resource } from '~/http/resource.server';
import { AppError } from '~/lib/errors';
import { DAY_MS } from '~/lib/time';
import { appUrl, env } from '~/settings/env.server';

const VALID_DAYS = 90;

const api = resource(
  /** Whom to tell of a security vulnerability (RFC 9116), where the operator has named someone. */
  get('/.well-known/security.txt', { access: 'anyone' }, () => {
    const { SECURITY_CONTACT } = env();
    if (SECURITY_CONTACT === undefined) throw new AppError('not-found', NO_SUCH_ADDRESS);
    const expires = new Date(Date.now() + VALID_DAYS * DAY_MS);
    const lines = [
      `Contact: ${SECURITY_CONTACT}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl()}/.well-known/security.txt`,
    ];
    return new Response(`${lines.join('\n')}\n`, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }),
);

export const loader = api.loader;
export const action = api.action;
