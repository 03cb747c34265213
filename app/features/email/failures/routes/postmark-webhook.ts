import type { ActionFunctionArgs } from '@remix-run/node';

import { receivePostmarkEvent } from '../receive-postmark-event.server';
import { answerOrFailure } from '~/http/responses.server';

/** What Postmark tells of mails, by the credentials of POSTMARK_WEBHOOK_USER. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerOrFailure(() => receivePostmarkEvent(request, context.clientAddress, new Date()));
}
