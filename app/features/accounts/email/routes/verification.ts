import { readUnreached } from '~/features/email/index.server';
import { get, post, resource } from '~/http/resource.server';

import { EMAIL_TEXTS } from '../../texts';
import { resendVerification } from '../email-actions.server';

// Also for people who are kept out until their email is verified: this is the way in.
const api = resource(
  /** Whether the email is verified, and if not, why email does not reach it, as far as is known. */
  get(
    '/api/account/verification',
    { access: 'identified' },
    async ({ user: { email, emailVerified: verified } }) => ({
      verified,
      unreached: verified ? null : await readUnreached(email),
    }),
  ),
  /** Sends another link: `{ sent }`, in words for the person. */
  post('/api/account/verification', { access: 'identified' }, async ({ user, address }) => {
    await resendVerification(user, address);
    return { sent: EMAIL_TEXTS.verificationSent(user.email) };
  }),
);

export type VerificationApi = typeof api;
export const loader = api.loader;
export const action = api.action;
