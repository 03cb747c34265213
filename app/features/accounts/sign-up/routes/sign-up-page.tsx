import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';

import { keepFormOffline, keepLoaderData } from '../../forms/keep-form';
import { SignUpForm } from '../components/sign-up-form';
import { answerSubmission, clientOf, returnPath } from '../../forms/answers.server';
import { invitationOf, signUpAccess } from '../admit.server';
import { identifiedUser } from '../../sessions/guards.server';
import { passwordPolicy } from '../../passwords/password-settings.server';
import { readSignUp } from '../../forms/submissions.server';
import { shownAccess } from '../sign-up-access';
import { signUp } from '../sign-up.server';
import { ProductGlance } from '~/features/site';
import { AuthCard } from '~/ui/page/auth-card';
import { pageTitle } from '~/ui/page/page';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign up') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await identifiedUser(request, context)) throw redirect(returnPath(request));
  return {
    policy: passwordPolicy(),
    access: shownAccess(await signUpAccess(invitationOf(request))),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const invitation = invitationOf(request);
  const submission = readSignUp({ request, context }, await signUpAccess(invitation));
  return answerSubmission(submission, request, (fields) =>
    signUp(fields, clientOf(request, context), invitation),
  );
}

export const clientAction = keepFormOffline;
export const shouldRevalidate = keepLoaderData;

export default function SignUpPage() {
  const { policy, access } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  const { search } = useLocation();
  return (
    <AuthCard
      aside={<ProductGlance />}
      title={access.refusal === undefined ? 'Create your account' : 'Sign up'}
      footer={
        <>
          Already have an account?{' '}
          <Link to={{ pathname: '/auth/login', search }} className="text-accent underline">
            Sign in
          </Link>
        </>
      }
    >
      {access.refusal === undefined ? (
        <SignUpForm lastResult={lastResult} policy={policy} access={access} />
      ) : (
        <>
          <p className="mb-6 text-muted text-pretty">{access.refusal}</p>
          <Link to="/contact" className="text-accent underline touch:inline-block touch:py-3">
            Contact
          </Link>
        </>
      )}
    </AuthCard>
  );
}
