import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react';

import { keepFormOffline, keepLoaderData } from '../../forms/keep-form';
import { signInPath } from '../../forms/redirect-target';
import { TwoFactorForm } from '../components/two-factor-form';
import { answerForm, clientOf, cookieHeaders, returnPath } from '../../forms/answers.server';
import { finishSignIn, PassExpired } from '../finish-sign-in.server';
import { identifiedUser } from '../../sessions/guards.server';
import { readPass } from '../sign-in-pass.server';
import { readTwoFactor } from '../../forms/submissions.server';
import { AuthCard } from '~/ui/page/auth-card';
import { pageTitle } from '~/ui/page/page';

export const meta: MetaFunction = () => [{ title: pageTitle('Two-factor sign-in') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const back = returnPath(request);
  if (await identifiedUser(request, context)) throw redirect(back);
  const pass = readPass(request.headers.get('cookie'));
  if (!pass) throw redirect(signInPath(back));
  return { email: pass.email, signIn: signInPath(back) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const back = returnPath(request);
  const cookie = request.headers.get('cookie');
  return answerForm(readTwoFactor({ request, context }), async (step) => {
    try {
      const { setCookies } = await finishSignIn(cookie, step, clientOf(request, context));
      return redirect(back, { headers: cookieHeaders(setCookies) });
    } catch (error) {
      if (!(error instanceof PassExpired)) throw error;
      const path = signInPath(back);
      return redirect(`${path}${path.includes('?') ? '&' : '?'}notice=once-more`);
    }
  });
}

export const clientAction = keepFormOffline;
export const shouldRevalidate = keepLoaderData;

export default function TwoFactorPage() {
  const { email, signIn } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  const [search] = useSearchParams();
  return (
    <AuthCard
      title="Two-factor sign-in"
      footer={
        <Link to={signIn} className="text-accent underline">
          Back to sign in
        </Link>
      }
    >
      <TwoFactorForm
        key={search.get('with')}
        lastResult={lastResult}
        email={email}
        backup={search.get('with') === 'backup-code'}
      />
    </AuthCard>
  );
}
