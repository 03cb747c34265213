import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { listSaved, parseSavedRequest, savedOverview } from '../list/list-contents.server';
import { readNewContent } from '../requests.server';
import { saveContent } from '../content/save-content.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/**
 * How the sidebar's lists begin; with `?q=` a page of what is found, with `?category=&folder=` one of a place, each
 * from `&cursor=` on.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure<object>(async () => {
    const { user } = await requireApiUser(request, context);
    const { selection, cursor } = parseSavedRequest(new URL(request.url).searchParams);
    return selection ? listSaved(user.id, selection, cursor) : savedOverview(user.id);
  });
}

/** Saves `{ category, folderId, title, content, format? }`: `{ item }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('save-content', user.id, context.clientAddress);
    const given = readNewContent(await request.json().catch(() => null));
    return { item: await saveContent(user.id, given) };
  });
}
