import type { LoaderFunctionArgs } from '@remix-run/node';

import { diagramDocument } from '~/ui/rich-text/diagram-document.server';

/** For anybody: it shows what it is told and nothing else. */
export function loader({ request }: LoaderFunctionArgs) {
  return diagramDocument(request);
}
