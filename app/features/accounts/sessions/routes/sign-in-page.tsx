import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';

import { keepFormOffline, keepLoaderData } from '../../forms/keep-form';
import { secondStepPath } from '../../forms/redirect-target';
import { SignInForm } from '../components/sign-in-form';
import {
  answerForm,
  clientOf,
  cookieHeaders,
  noticeOf,
  returnPath,
} from '../../forms/answers.server';
import { identifiedUser } from '../guards.server';
import { readSignIn } from '../../forms/submissions.server';
import { signIn } from '../sign-in.server';
import { signUpMode } from '../../sign-up/admit.server';
import { ProductGlance } from '~/features/site';
import { AuthCard } from '~/ui/page/auth-card';
import { Notice } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await identifiedUser(request, context)) throw redirect(returnPath(request));
  return { signUp: signUpMode(), notice: noticeOf(request) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const back = returnPath(request);
  return answerForm(readSignIn({ request, context }), async (fields) => {
    const { setCookies, needsCode } = await signIn(fields, clientOf(request, context));
    const headers = cookieHeaders(setCookies);
    return redirect(needsCode ? secondStepPath(back) : back, { headers });
  });
}

export const clientAction = keepFormOffline;
export const shouldRevalidate = keepLoaderData;

export default function SignInPage() {
  const lastResult = useActionData<typeof clientAction>();
  const { signUp, notice } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <AuthCard
      title="Sign in"
      aside={<ProductGlance />}
      footer={
        signUp === 'closed' ? undefined : (
          <>
            New here?{' '}
            <Link to={{ pathname: '/auth/signup', search }} className="text-accent underline">
              {signUp === 'invite' ? 'Sign up with an invitation' : 'Create an account'}
            </Link>
          </>
        )
      }
    >
      {notice !== null && !lastResult && (
        <div className="mb-5">
          <Notice>{notice}</Notice>
        </div>
      )}
      <SignInForm lastResult={lastResult} />
    </AuthCard>
  );
}
