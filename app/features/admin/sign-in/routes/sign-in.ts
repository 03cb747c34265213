import { changeSignInPolicy, orConfirm } from '~/features/accounts/index.server';
import { input } from '~/http/input.server';
import { MAX_ACCOUNT_BODY } from '~/http/read-body.server';
import { put, resource } from '~/http/resource.server';

import { signInPolicy } from '../../schema';

const api = resource(
  put(
    '/api/admin/sign-in',
    { access: 'admin', limit: 'admin', body: input(signInPolicy), maxBody: MAX_ACCOUNT_BODY },
    async ({ session, address, body }) => {
      await orConfirm(changeSignInPolicy(session, body.secondFactorFor, address));
      return {};
    },
  ),
);

export type SignInPolicyApi = typeof api;
export const loader = api.loader;
export const action = api.action;
