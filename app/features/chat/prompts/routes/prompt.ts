import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { changePrompt } from '../save-prompt.server';
import { deletePrompt } from '../delete-prompt.server';
import { parsePromptChange } from '../requests.server';
import { readPrompt } from '../read-prompt.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ prompt }` with its whole text. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { prompt: await readPrompt(user.id, params.id) };
  });
}

/** PATCH `{ name, text, version }` changes, DELETE deletes; both answer with the prompt. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('prompt-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const written = parsePromptChange(await request.json().catch(() => null));
        return { prompt: await changePrompt(user.id, params.id, written) };
      }
      case 'DELETE':
        return { prompt: await deletePrompt(user.id, params.id) };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
