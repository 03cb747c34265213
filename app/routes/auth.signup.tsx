import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';

import { keepFormOffline, keepLoaderData, SignUpForm } from '~/features/auth/index';
import {
  answerSubmission,
  clientOf,
  optionalUser,
  passwordPolicy,
  readSignUp,
  returnPath,
  signUp,
} from '~/features/auth/index.server';
import { AuthCard } from '~/ui/auth-card';
import { pageTitle } from '~/ui/page-title';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign up') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await optionalUser(request, context)) throw redirect(returnPath(request));
  return { policy: passwordPolicy() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerSubmission(await readSignUp(request), request, (fields) =>
    signUp(fields, clientOf(request, context)),
  );
}

export const clientAction = keepFormOffline;
export const shouldRevalidate = keepLoaderData;

export default function SignUpPage() {
  const { policy } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  const { search } = useLocation();
  return (
    <AuthCard
      title="Create your account"
      footer={
        <>
          Already have an account?{' '}
          <Link to={{ pathname: '/auth/login', search }} className="text-accent underline">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm lastResult={lastResult} policy={policy} />
    </AuthCard>
  );
}
