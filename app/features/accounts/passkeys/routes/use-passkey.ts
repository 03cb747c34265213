import { input } from '~/http/input.server';
import { MAX_ACCOUNT_BODY } from '~/http/read-body.server';
import { post, resource } from '~/http/resource.server';
import { AppError } from '~/lib/errors';

import { validTimeZone } from '../../forms/account-fields';
import { clientOf } from '../../forms/answers.server';
import { safeRedirect } from '../../forms/redirect-target';
import { verifiedUser } from '../../sessions/guards.server';
import { NOT_AUTHENTICATED } from '../../texts';
import { passkeyUse, wantedChallenge } from '../schema';
import { PASSKEY_TEXTS } from '../texts';
import {
  askForPasskey,
  confirmWithPasskey,
  finishSignInWithPasskey,
  signInWithPasskey,
} from '../use-passkey.server';

// Below /auth, because the pass between password and second step is sent nowhere else.
const api = resource(
  /** What the browser needs to have a passkey sign: `{ options, ticket }`. */
  post(
    '/auth/passkey/challenge',
    {
      access: 'anyone',
      limit: 'passkey-challenge-address',
      body: input(wantedChallenge),
      maxBody: MAX_ACCOUNT_BODY,
    },
    async (call) => {
      const { request, context } = call.remix();
      const { purpose } = call.body;
      const found = purpose === 'confirm' ? await verifiedUser(request, context) : null;
      const { asked, setCookies } = await askForPasskey(purpose, found, clientOf(request, context));
      call.keepCookies(setCookies);
      return asked;
    },
  ),
  /** Signs in, or confirms who is signed in, and says where to go then: `{ to }`. */
  post(
    '/auth/passkey',
    {
      access: 'anyone',
      limit: 'public-form-address',
      body: input(passkeyUse, PASSKEY_TEXTS.unreadable),
      maxBody: MAX_ACCOUNT_BODY,
    },
    async (call) => {
      const { request, context } = call.remix();
      const { purpose, timeZone, redirectTo, ...answer } = call.body;
      const client = clientOf(request, context);
      const zone = validTimeZone(timeZone);
      switch (purpose) {
        case 'sign-in':
          call.keepCookies((await signInWithPasskey(answer, zone, client)).setCookies);
          break;
        case 'second-step':
          call.keepCookies((await finishSignInWithPasskey(answer, zone, client)).setCookies);
          break;
        case 'confirm': {
          const found = await verifiedUser(request, context);
          if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
          await confirmWithPasskey(found, answer, client);
        }
      }
      return { to: safeRedirect(redirectTo) };
    },
  ),
);

export type UsePasskeyApi = typeof api;
export const loader = api.loader;
export const action = api.action;
