import { findSharedMessage, SHARE_HEADERS } from '~/features/chat/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { serveItem, wantedPart } from '../gallery/serve-item.server';
import { mediaTexts } from '../refusals';
import { isOfMessage } from './message-image-data.server';

/**
 * Serves an image of a message to anyone who has a public link that shows the message, for as long as it does.
 * @throws AppError `not-found`, `unavailable`
 */
export async function serveSharedImage(
  { id: shareId, messageId, itemId }: { id: string; messageId: string; itemId: string },
  size: string | null,
  request: Request,
): Promise<Response> {
  const { owner, upTo } = await findSharedMessage({ shareId }, messageId);
  if (!isId(itemId) || !(await isOfMessage(owner, messageId, itemId, upTo))) {
    throw new AppError('not-found', mediaTexts.itemGone);
  }
  const file = { size: size === '640' ? '640' : '1280', download: false };
  const response = await serveItem(owner, itemId, file, wantedPart(request));
  for (const [name, value] of Object.entries(SHARE_HEADERS)) response.headers.set(name, value);
  return response;
}
