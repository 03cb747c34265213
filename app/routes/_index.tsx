import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { optionalUser } from '~/features/auth/index.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await optionalUser(request, context);
  return redirect(found ? '/ai-lab' : '/auth/login');
}
