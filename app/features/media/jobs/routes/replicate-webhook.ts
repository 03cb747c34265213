import type { ActionFunctionArgs } from '@remix-run/node';

import { handleProviderWebhook } from '../provider-webhook.server';
import { answerOrFailure } from '~/http/responses.server';

/** POST /api/replicate/webhook: Replicate says, signed, that something is over. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerOrFailure(() => handleProviderWebhook(request, context.clientAddress));
}
