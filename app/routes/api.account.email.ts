import type { ActionFunctionArgs } from '@remix-run/node';

import { ACCOUNT_TEXTS } from '~/features/auth/index';
import {
  answerAccountForm,
  clientOf,
  readChangeEmail,
  requestEmailChange,
  requireUser,
} from '~/features/auth/index.server';

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await requireUser(request, context);
  const { email: current } = found.user;
  return answerAccountForm(readChangeEmail({ request, context }, current), async ({ email }) => {
    await requestEmailChange(found, email, clientOf(request, context));
    return ACCOUNT_TEXTS.emailLinkSent(email, current);
  });
}
