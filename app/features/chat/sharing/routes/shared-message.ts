import type { LoaderFunctionArgs } from '@remix-run/node';

import { loadSharedMessage } from '../share-page.server';

/** The full text of a message of a shared conversation that is too long for the page. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return loadSharedMessage({ shareId: params.id }, params.messageId, context);
}
