import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { serveExport } from '../serve-export.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The archive, for the account that it is of; in parts where the network breaks off. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('export-download', user.id, context.clientAddress);
    return serveExport(user.id, params.id, request);
  });
}
