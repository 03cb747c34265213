import { findUnreached } from '~/features/email/index.server';
import { get, post, resource } from '~/http/resource.server';

import { linkTexts } from '../../emails/send-account-email.server';
import { resendVerification } from '../email-actions.server';

// Also for people whom the gate keeps out until their email address is verified.
const api = resource(
  /** Whether the address is verified, and if it isn't, why email doesn't reach it, if that is known. */
  get(
    '/api/account/verification',
    { access: 'identified' },
    async ({ user: { email, emailVerified: verified } }) => ({
      verified,
      unreached: verified ? null : await findUnreached(email),
    }),
  ),
  /** Sends another link and says so in words: `{ sent }`. */
  post('/api/account/verification', { access: 'identified' }, async ({ user, address }) => {
    await resendVerification(user, address);
    return { sent: linkTexts().verificationSent(user.email) };
  }),
);

export type VerificationApi = typeof api;
export const loader = api.loader;
export const action = api.action;
