import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

/** Longer than any return address in its longest encoding. */
const MAX_SEARCH = 6_500;

/** The old address of sign-in; keeps the query unless it is too long for a header. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  return redirect(`/auth/login${search.length > MAX_SEARCH ? '' : search}`, 301);
}
