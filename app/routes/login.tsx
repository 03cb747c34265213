import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';

/** The old address of sign-in; what it was asked with goes along. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/auth/login${new URL(request.url).search}`, 301);
}
