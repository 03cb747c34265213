import type { ActionFunctionArgs } from '@remix-run/node';

import { ACCOUNT_TEXTS } from '~/features/auth/index';
import {
  answerAccountForm,
  changePassword,
  clientOf,
  readChangePassword,
  requireUser,
} from '~/features/auth/index.server';

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await requireUser(request, context);
  return answerAccountForm(await readChangePassword(request), async (fields) => {
    await changePassword(found, fields, clientOf(request, context));
    return ACCOUNT_TEXTS.passwordChanged;
  });
}
