import type { ActionFunctionArgs } from '@remix-run/node';

import { ACCOUNT_TEXTS } from '~/features/auth/index';
import {
  answerAccountForm,
  changePassword,
  clientOf,
  keepCookies,
  readChangePassword,
  rememberSignedIn,
  requireUser,
} from '~/features/auth/index.server';

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await requireUser(request, context);
  return answerAccountForm(readChangePassword({ request, context }), async (fields) => {
    const client = clientOf(request, context);
    await changePassword(found, fields, client);
    keepCookies(await rememberSignedIn(found, client), context);
    return ACCOUNT_TEXTS.passwordChanged;
  });
}
