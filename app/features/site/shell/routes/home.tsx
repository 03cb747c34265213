import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { identifiedUser } from '~/features/accounts/index.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await identifiedUser(request, context);
  return redirect(found ? '/ai-lab' : '/auth/login');
}
