import type { ReadableStream } from 'node:stream/web';

import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { uploadPart } from '../upload-part.server';
import { AppError } from '~/lib/errors';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix (features/transfer/imports). */
export function action({ request, context, params }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('import-part', user.id, context.clientAddress);
    if (request.method !== 'PUT') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await uploadPart({
      userId: user.id,
      importId: params.id,
      file: params.file,
      part: params.part,
      length: null,
      body: (request.body as ReadableStream<Uint8Array> | null) ?? nothing(),
    });
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } });
  });
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Refused as a part that is too short.
}
