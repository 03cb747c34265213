import type { ActionFunctionArgs } from '@remix-run/node';

import { bearerUser, optionalUser } from '~/features/accounts/index.server';
import { answerContactCall } from '../contact-answers.server';
import { readContactCall } from '../read-contact.server';

/** POST /api/email/webhook-handler: a suggestion, by bearer token, or a support request, by anyone. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerContactCall(readContactCall({ request, context }), async ({ kind }) => {
    const user =
      kind === 'suggestion'
        ? await bearerUser(request.headers.get('authorization'))
        : ((await optionalUser(request, context))?.user ?? null);
    return { user, address: context.clientAddress };
  });
}
