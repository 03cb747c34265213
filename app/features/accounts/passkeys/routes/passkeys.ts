import { input } from '~/http/input.server';
import { MAX_ACCOUNT_BODY } from '~/http/read-body.server';
import { del, patch, post, resource } from '~/http/resource.server';

import { clientOf } from '../../forms/answers.server';
import { orConfirm } from '../../sessions/or-confirm.server';
import { PASSKEY_TEXTS } from '../texts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../passkey-actions.server';
import { newPasskey, passkeyName } from '../schema';

const options = { access: 'user', limit: 'account-change', maxBody: MAX_ACCOUNT_BODY } as const;
const setUp = { ...options, access: 'enrolling' } as const;

const api = resource(
  /** What the browser needs to make a passkey: `{ options, ticket }`. */
  post('/api/account/passkeys/challenge', setUp, ({ session }) => orConfirm(beginPasskey(session))),
  /** Adds the passkey that it has made. */
  post(
    '/api/account/passkeys',
    { ...setUp, body: input(newPasskey, PASSKEY_TEXTS.unreadable) },
    ({ session, body, remix }) => {
      const { request, context } = remix();
      return orConfirm(addPasskey(session, body, clientOf(request, context)));
    },
  ),
  patch(
    '/api/account/passkeys/:id',
    {
      ...options,
      body: input(passkeyName, ({ issues }) => issues[0]?.message ?? PASSKEY_TEXTS.nameMissing),
    },
    async ({ scope, params, body }) => {
      await renamePasskey(scope, params.id, body.name);
      return {};
    },
  ),
  del('/api/account/passkeys/:id', options, async ({ session, params, remix }) => {
    const { request, context } = remix();
    await orConfirm(removePasskey(session, params.id, clientOf(request, context)));
    return {};
  }),
);

export type PasskeysApi = typeof api;
export const loader = api.loader;
export const action = api.action;
