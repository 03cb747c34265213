import { input } from '~/http/input.server';
import { MAX_ACCOUNT_BODY } from '~/http/read-body.server';
import { del, post, put, resource } from '~/http/resource.server';
import type { Session } from '~/http/session';

import { clientOf } from '../../forms/answers.server';
import type { SentForm } from '../../forms/submissions.server';
import { rememberSignedIn } from '../../sessions/known-device.server';
import { orConfirm } from '../../sessions/or-confirm.server';
import { codeBody } from '../schema';
import {
  beginEnrollment,
  confirmEnrollment,
  disableTwoFactor,
  renewBackupCodes,
} from '../two-factor-actions.server';

// Guesses are limited by account and device, where the code is checked.
const options = { access: 'user', body: input(codeBody), maxBody: MAX_ACCOUNT_BODY } as const;
const setUp = { ...options, access: 'enrolling' } as const;

const api = resource(
  /** Begins to set up an app; takes a code of the current one, or a backup code. */
  post('/api/account/two-factor', setUp, (call) =>
    orConfirm(beginEnrollment(call.session, call.body, clientIn(call.remix()))),
  ),
  /** Confirms it with a code of the new app, and returns backup codes. */
  put('/api/account/two-factor', setUp, async (call) => {
    const sent = call.remix();
    const codes = await orConfirm(confirmEnrollment(call.session, call.body, clientIn(sent)));
    call.keepCookies(await remembered(call.session, sent));
    return codes;
  }),
  /** Switches two-factor sign-in off. */
  del('/api/account/two-factor', options, async (call) => {
    const sent = call.remix();
    await orConfirm(disableTwoFactor(call.session, call.body, clientIn(sent)));
    call.keepCookies(await remembered(call.session, sent));
    return {};
  }),
  /** Replaces the backup codes. */
  post('/api/account/two-factor/backup-codes', options, (call) =>
    orConfirm(renewBackupCodes(call.session, call.body, clientIn(call.remix()))),
  ),
);

function clientIn({ request, context }: SentForm) {
  return clientOf(request, context);
}

function remembered(session: Session, sent: SentForm) {
  return rememberSignedIn(session, clientIn(sent));
}

export type TwoFactorApi = typeof api;
export const loader = api.loader;
export const action = api.action;
