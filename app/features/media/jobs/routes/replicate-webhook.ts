import type { ActionFunctionArgs } from '@remix-run/node';

import { takeProviderWord } from '../provider-word.server';
import { answerOrFailure } from '~/lib/http/responses.server';

/** POST /api/replicate/webhook: Replicate says, signed, that something is over. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerOrFailure(() => takeProviderWord(request, context.clientAddress));
}
