import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createImport } from '../create-import.server';
import { listImports } from '../list-imports.server';
import { parseNewImport } from '../requests.server';
import { AppError } from '~/lib/errors';
import { answerOrFailure, jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The user's newest imports. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { items: await listImports(user.id) };
  });
}

/** POST begins one. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('import', user.id, context.clientAddress);
    if (request.method !== 'POST') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    const { files } = parseNewImport(await request.json().catch(() => null));
    const headers = { 'Cache-Control': 'private, no-store' };
    return Response.json(await createImport(user.id, files), { status: 201, headers });
  });
}
