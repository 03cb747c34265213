import type { ActionFunctionArgs } from '@remix-run/node';

import { ACCOUNT_TEXTS } from '../../texts';
import { answerAccountForm, clientOf } from '../../forms/answers.server';
import { changePassword } from '../change-password.server';
import { keepCookies } from '../../sessions/kept-cookies.server';
import { readChangePassword } from '../../forms/submissions.server';
import { rememberSignedIn } from '../../sessions/remember-signed-in.server';
import { requireUser } from '../../sessions/guards.server';

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await requireUser(request, context);
  return answerAccountForm(readChangePassword({ request, context }), async (fields) => {
    const client = clientOf(request, context);
    await changePassword(found, fields, client);
    keepCookies(await rememberSignedIn(found, client), context);
    return ACCOUNT_TEXTS.passwordChanged;
  });
}
