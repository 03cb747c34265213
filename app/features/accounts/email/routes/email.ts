import type { ActionFunctionArgs } from '@remix-run/node';

import { ACCOUNT_TEXTS } from '../../texts';
import { answerAccountForm, clientOf } from '../../forms/answers.server';
import { readChangeEmail } from '../../forms/submissions.server';
import { requestEmailChange } from '../request-email-change.server';
import { requireUser } from '../../sessions/guards.server';

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await requireUser(request, context);
  const { email: current } = found.user;
  return answerAccountForm(readChangeEmail({ request, context }, current), async ({ email }) => {
    await requestEmailChange(found, email, clientOf(request, context));
    return ACCOUNT_TEXTS.emailLinkSent(email, current);
  });
}
