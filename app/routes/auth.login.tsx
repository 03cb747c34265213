import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { Link, useActionData, useLocation } from '@remix-run/react';

import { keepFormOffline, keepLoaderData, SignInForm } from '~/features/auth/index';
import {
  answerSubmission,
  clientOf,
  optionalUser,
  readSignIn,
  returnPath,
  signIn,
} from '~/features/auth/index.server';
import { AuthCard } from '~/ui/auth-card';
import { pageTitle } from '~/ui/page-title';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await optionalUser(request, context)) throw redirect(returnPath(request));
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerSubmission(await readSignIn(request), request, (fields) =>
    signIn(fields, clientOf(request, context)),
  );
}

export const clientAction = keepFormOffline;
export const shouldRevalidate = keepLoaderData;

export default function SignInPage() {
  const lastResult = useActionData<typeof clientAction>();
  const { search } = useLocation();
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here?{' '}
          <Link to={{ pathname: '/auth/signup', search }} className="text-accent underline">
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm lastResult={lastResult} />
    </AuthCard>
  );
}
