import type { LoaderFunctionArgs } from '@remix-run/node';

import { webMetrics } from '../metrics-answer.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix. */
export function loader({ request }: LoaderFunctionArgs) {
  return webMetrics(request);
}
