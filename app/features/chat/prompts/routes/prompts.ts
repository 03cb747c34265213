import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createPrompt } from '../save-prompt.server';
import { listPrompts } from '../list-prompts.server';
import { parsePrompt } from '../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The user's prompts and those that come with the product. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return listPrompts(user.id);
  });
}

/** POST `{ name, text }`: `{ prompt }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('prompt-change', user.id, context.clientAddress);
    const written = parsePrompt(await request.json().catch(() => null));
    return { prompt: await createPrompt(user.id, written) };
  });
}
