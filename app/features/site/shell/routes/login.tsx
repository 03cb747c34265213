import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

/** Longer than any address to return to (features/auth) in its longest encoding. */
const MAX_SEARCH = 6_500;

/** The old address of sign-in; what it was asked with goes along, unless no header could carry it. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  return redirect(`/auth/login${search.length > MAX_SEARCH ? '' : search}`, 301);
}
