import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireAdmin, viewSignInPolicy } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

import { SignInPanel } from '../sign-in-panel';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return viewSignInPolicy();
}

export const meta: MetaFunction = () => [{ title: pageTitle('Sign-in') }];

export default function SignIn() {
  return <SignInPanel {...useLoaderData<typeof loader>()} />;
}
