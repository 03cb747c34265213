import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseSave } from '../../requests.server';
import { saveComponent } from '../save-component.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/**
 * `{ componentId, version, values }` saves what was written: `{ component }` as it is now. Status 409 when it was not
 * saved because the component is another one, or in another version, than it was written from.
 */
export function action({ request, context, params }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('profile-change', user.id, context.clientAddress);
    const { kind, save } = parseSave(params.kind, await request.json().catch(() => null));
    const { saved, component } = await saveComponent(user.id, params.id, kind, save);
    return Response.json(
      { component },
      { status: saved ? 200 : 409, headers: { 'Cache-Control': 'private, no-store' } },
    );
  });
}
