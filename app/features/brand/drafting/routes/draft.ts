import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { continueDraft } from '../continue-draft.server';
import { parseDraftRequest } from '../requests.server';
import { requestDraft } from '../request-draft.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/**
 * `{ about, samples, clientKey }` asks a model to propose the profile, `{ continues }` goes on with a proposal that broke
 * off: `{ id }`, whose text is followed at /api/generations/:id.
 */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('profile-draft', user.id, context.clientAddress);
    const asked = parseDraftRequest(await request.json().catch(() => null));
    return 'continues' in asked
      ? continueDraft(user.id, params.id, asked.continues)
      : requestDraft(user.id, params.id, asked);
  });
}
